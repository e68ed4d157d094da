// The fixed text of report.html: style and script. The script draws the charts from the numbers in the page.
#pragma once

namespace spindrift {

inline constexpr const char* kReportStyle = R"css(
:root { --ink: #1d2733; --soft: #667485; --line: #dde3ea; --ground: #f5f7f9; --card: #ffffff;
        --a: #1f6fb4; --b: #d9772b; --c: #3a8f5c; --d: #8a5bb0; --e: #b23a5c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e8ee; --soft: #93a1b1; --line: #2b3641; --ground: #12181f; --card: #1a222b;
          --a: #5aa9e6; --b: #f0a060; --c: #6cc392; --d: #b58bdb; --e: #e57a9a; } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 1180px; padding: 28px 24px 60px; background: var(--ground); color: var(--ink);
       font: 14px/1.45 system-ui, sans-serif }
h1 { font-size: 24px; margin: 0 0 4px } h2 { font-size: 16px; margin: 34px 0 12px }
.sub { color: var(--soft) }
.facts { display: flex; flex-wrap: wrap; gap: 10px; margin: 18px 0 } .fact { flex: 1 1 88px }
.fact, .card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px }
.fact b { display: block; font-size: 16px; white-space: nowrap; font-variant-numeric: tabular-nums } .fact span { color: var(--soft) }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(340px, 1fr)); gap: 14px }
.card h3 { margin: 0; font-size: 13px; font-weight: 600 } .card svg { display: block; width: 100%; height: auto }
.key { font-size: 12px; color: var(--soft); min-height: 18px } .key i { display: inline-block; width: 10px; height: 3px;
       margin: 0 5px 3px 0; border-radius: 2px } .key span { display: inline-block; margin-right: 12px; font-variant-numeric: tabular-nums }
svg text { fill: var(--soft); font: 11px system-ui, sans-serif } svg .tick { stroke: var(--line) }
figure { margin: 0 } figure img { width: 100%; border-radius: 8px; display: block } figcaption { color: var(--soft); margin-top: 4px }
.warn { background: #fff3dc; color: #6b4a00; border: 1px solid #f0d49a; border-radius: 8px; padding: 10px 12px; margin: 10px 0 }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 14px; overflow: auto; font-size: 12px }
table { border-collapse: collapse; width: 100% } td { padding: 3px 8px 3px 0; font-variant-numeric: tabular-nums }
td.number { text-align: right; white-space: nowrap } td.bar { width: 55% } td.bar div { background: var(--a); height: 10px; border-radius: 3px }
)css";

inline constexpr const char* kReportScript = R"js(
'use strict';
const $ = (tag, text, parent) => { const e = document.createElement(tag); if (text) e.textContent = text;
  if (parent) parent.append(e); return e; };
const svg = (tag, attributes, parent) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const k in attributes) e.setAttribute(k, attributes[k]); if (parent) parent.append(e); return e; };
const short = x => { if (x === undefined || x === null || !isFinite(x)) return '-'; const a = Math.abs(x);
  if (a >= 1e6 && a < 1e12) return +(x / 1e6).toPrecision(4) + ' M';
  if (a !== 0 && (a < 1e-3 || a >= 1e12)) return x.toExponential(2); return +x.toPrecision(4) + ''; };
const colors = ['var(--a)', 'var(--b)', 'var(--c)', 'var(--d)', 'var(--e)'];

function niceStep(span, whole) { const raw = span / 4, p = 10 ** Math.floor(Math.log10(raw));
  for (const m of [1, 2, 2.5, 5, 10]) if (m * p >= raw && !(whole && m * p % 1)) return m * p; return 10 * p; }

// One chart: lines of [name, values] over the frames' times. `scale`: 'log', 'zero' (the axis begins at 0), 'count' (so it does,
// and its marks are whole numbers) or whatever fits.
function chart(parent, title, times, lines, scale) {
  const log = scale === 'log', count = scale === 'count', zero = count || scale === 'zero';
  lines = lines.filter(l => l[1].some(v => isFinite(v)));
  if (!lines.length || times.length < 2) return;
  const W = 380, H = 190, L = 52, R = 14, T = 10, B = 26;
  const card = $('div', '', parent); card.className = 'card'; $('h3', title, card);
  const key = $('div', '', card); key.className = 'key';
  const root = svg('svg', { viewBox: `0 0 ${W} ${H}` }, card);
  const f = v => log ? Math.log10(v) : v, ok = v => isFinite(v) && (!log || v > 0);
  let lo = Infinity, hi = -Infinity;
  for (const [, v] of lines) for (const x of v) if (ok(x)) { lo = Math.min(lo, f(x)); hi = Math.max(hi, f(x)); }
  if (!isFinite(lo)) { card.remove(); return; }
  if (log) { lo = Math.floor(lo); hi = Math.max(Math.ceil(hi), lo + 1); }
  else { if (lo > 0 && (lo < 0.5 * hi || zero)) lo = 0; if (hi === lo) { hi += Math.abs(hi) * 0.1 || 1; lo -= Math.abs(lo) * 0.1; } }
  const step = log ? Math.max(1, Math.ceil((hi - lo) / 5)) : niceStep(hi - lo, count);
  if (!log) { lo = Math.floor(lo / step + 1e-9) * step; hi = Math.ceil(hi / step - 1e-9) * step; }
  const t0 = times[0], t1 = times[times.length - 1];
  const X = t => L + (t - t0) / (t1 - t0) * (W - L - R), Y = v => H - B - (f(v) - lo) / (hi - lo) * (H - T - B);
  for (let y = lo; y <= hi + 1e-9 * step; y += step) { const at = H - B - (y - lo) / (hi - lo) * (H - T - B);
    svg('line', { x1: L, x2: W - R, y1: at, y2: at, class: 'tick' }, root);
    svg('text', { x: L - 6, y: at + 4, 'text-anchor': 'end' }, root).textContent = log ? '1e' + y : short(Math.abs(y) < 1e-9 * step ? 0 : y); }
  const ts = niceStep(t1 - t0);
  for (let t = Math.ceil(t0 / ts) * ts; t <= t1 + 1e-9; t += ts)
    svg('text', { x: X(t), y: H - 8, 'text-anchor': 'middle' }, root).textContent = short(t) + ' s';
  lines.forEach(([, v], i) => { let d = '', pen = false;
    v.forEach((x, k) => { if (!ok(x)) { pen = false; return; } d += (pen ? 'L' : 'M') + X(times[k]).toFixed(1) + ' ' + Y(x).toFixed(1); pen = true; });
    svg('path', { d, fill: 'none', stroke: colors[i % colors.length], 'stroke-width': 1.8, 'stroke-linejoin': 'round' }, root); });
  const cursor = svg('line', { y1: T, y2: H - B, stroke: 'var(--soft)', 'stroke-dasharray': '3 3', visibility: 'hidden' }, root);
  const show = k => { key.replaceChildren(); lines.forEach(([name, v], i) => { const s = $('span', '', key), dot = $('i', '', s);
    dot.style.background = colors[i % colors.length]; s.append(name + (k === undefined ? '' : ' ' + short(v[k]))); });
    if (k !== undefined) $('span', 'at ' + short(times[k]) + ' s', key); };
  show();
  root.onpointermove = e => { const box = root.getBoundingClientRect(), x = (e.clientX - box.left) / box.width * W;
    let k = 0; times.forEach((t, i) => { if (Math.abs(X(t) - x) < Math.abs(X(times[k]) - x)) k = i; });
    cursor.setAttribute('x1', X(times[k])); cursor.setAttribute('x2', X(times[k])); cursor.setAttribute('visibility', 'visible'); show(k); };
  root.onpointerleave = () => { cursor.setAttribute('visibility', 'hidden'); show(); };
}

const times = stats.map(s => s.time), column = (key, scale = 1) => stats.map(s => s[key] === undefined ? NaN : s[key] * scale);
const ofSteps = key => stats.map(s => s.substeps ? s[key] ?? NaN : NaN);  // the initial state had none
const largest = values => values.reduce((a, v) => Math.abs(v) > Math.abs(a) ? v : a, 0);
const isSmoke = stats.some(s => s.smoke !== undefined), last = stats[stats.length - 1] || {};
const totals = record.totals || {}, facts = document.getElementById('facts');
const joule = record.dimension === 2 ? 'J/m' : 'J', cubic = record.dimension === 2 ? 'm²' : 'm³';
const fact = (value, name) => { const e = $('div', '', facts); e.className = 'fact'; $('b', value, e); $('span', name, e); };
fact(short(totals.frames), 'frames'); fact(short(totals.time) + ' s', 'simulated'); fact((record.cells || []).join('×'), 'cells');
if (isSmoke) fact((last.fluid_cells || 0).toLocaleString('en'), 'cells of gas');
else fact((totals.particles || 0).toLocaleString('en'), 'particles');
fact(short(totals.wall_seconds) + ' s', 'wall time'); fact(short(totals.cpu_seconds) + ' s', 'processor time');
fact(short((totals.peak_rss_bytes || 0) / 1e6) + ' MB', 'peak memory'); fact(short(record.threads), 'threads');
if (isSmoke) { fact(short(largest(column('max_temperature'))) + ' K', 'hottest gas');
  fact(short(100 * largest(column('smoke_drift'))) + ' %', 'largest smoke drift'); }
else fact(short(100 * (totals.largest_volume_drift || 0)) + ' %', 'largest volume drift');

// The five stages that took the most time, frame by frame.
const stages = Object.entries(totals.stage_seconds || {});
const slowest = [...stages].sort((a, b) => b[1] - a[1]).slice(0, 5).filter(s => s[1] > 0)
  .map(([name]) => [name, stats.map(s => s.stage_seconds ? s.stage_seconds[name] || 0 : NaN)]);
const table = csv => csv.trim().split('\n').map(r => r.split(',')), number = text => text === '' || text === undefined ? NaN : +text;

const charts = document.getElementById('charts'), draw = (title, lines, scale) => chart(charts, title, times, lines, scale);
const kinetic = column('kinetic_energy'), potential = column('potential_energy');
draw('Energy, ' + joule, [['kinetic', kinetic], ['potential', potential], ['sum', kinetic.map((k, i) => k + potential[i])]]);
draw('Volume, ' + cubic, [['liquid', column('volume')]], 'zero');
draw('Volume drift, %', [['relative to what was poured in', column('volume_drift', 100)]]);
draw('Smoke, density × ' + cubic, [['in the domain', column('smoke')]], 'zero');
draw('Smoke drift, %', [['relative to what was let in', column('smoke_drift', 100)]]);
draw('Thickest smoke, density', [['largest', column('max_density')]], 'zero');
draw('Heat, K above ambient × ' + cubic, [['in the domain', column('heat')]], 'zero');
draw('Temperature, K', [['hottest gas', column('max_temperature')]]);
draw('Fuel, share × ' + cubic, [['in the domain', column('fuel')]], 'zero');
draw('Divergence of the final velocities × dt', [['largest', column('divergence_max')], ['root mean square', column('divergence_l2')]], 'log');
draw('Pressure solver: iterations', [['mean over the sub-steps', ofSteps('pressure_iterations')]], 'count');
draw('Pressure solver: residual', [['largest of the sub-steps', column('pressure_residual')]], 'log');
draw('Viscosity solver: iterations', [['mean over the sub-steps', ofSteps('viscosity_iterations')]], 'count');
draw('Viscosity solver: residual', [['largest of the sub-steps', column('viscosity_residual')]], 'log');
draw('Speed, m/s', [[isSmoke ? 'fastest gas' : 'fastest particle', column('max_speed')]]);
draw('Sub-steps in a frame', [['sub-steps', ofSteps('substeps')]], 'count');
draw('Time of a frame, s', [['wall', column('wall_seconds')], ['processor', column('cpu_seconds')]]);
draw('The slowest stages, s of a frame', slowest, 'zero');
const memories = table(memory).slice(1);
chart(charts, 'Memory, MB', memories.map(r => +r[0]), [['resident', memories.map(r => number(r[1]) / 1e6)]], 'zero');
draw('Size', [['particles', column('particles')], [isSmoke ? 'cells of gas' : 'wet cells', column('fluid_cells')]], 'count');
draw('Tiles of the sparse grid', [['tiles', column('tiles')]], 'count');

if (probes.trim()) {
  const rows = table(probes), head = rows.shift(), at = document.getElementById('probes');
  document.getElementById('probes-title').hidden = false;
  const groups = new Map();  // columns are 'name quantity unit'; those of one kind share a chart
  const kinds = { 'm/s': 'velocity', 'N': 'force', 'N/m': 'force', 'Nm': 'torque', 'Nm/m': 'torque', 'J': 'energy', 'J/m': 'energy' };
  for (let c = 1; c < head.length; ++c) { const [, name, quantity, unit] = head[c].match(/^(.*) (\S+) (\S+)$/);
    const kind = quantity === 'farthest' ? 'front' : kinds[unit] || quantity;
    const title = name + ': ' + kind + ', ' + unit, lines = groups.get(title) || [];
    groups.set(title, [...lines, [quantity, rows.map(r => number(r[c]))]]); }
  for (const [title, lines] of groups) chart(at, title, rows.map(r => +r[0]), lines);
}
const most = Math.max(...stages.map(s => s[1]), 1e-12);
const sum = stages.reduce((a, s) => a + s[1], 0), rows = $('table', '', document.getElementById('stages'));
for (const [name, seconds] of stages) { const row = $('tr', '', rows); $('td', name, row);
  const bar = $('div', '', $('td', '', row)); bar.parentElement.className = 'bar'; bar.style.width = 100 * seconds / most + '%';
  for (const text of [short(seconds) + ' s', (100 * seconds / sum).toFixed(1) + ' %']) $('td', text, row).className = 'number'; }
if (record.error) { const w = $('div', 'The run failed: ' + record.error); w.className = 'warn'; facts.after(w); }
if (record.interrupted) { const w = $('div', 'The run was interrupted.'); w.className = 'warn'; facts.after(w); }
)js";

}  // namespace spindrift
