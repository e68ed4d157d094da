// The core in WebAssembly against the recorded bits: runs every line of tests/golden/hashes.txt and compares the state's hash
// after each frame.
//   node same_bits.mjs SPINDRIFT.MJS REPOSITORY [FILTER]     FILTER: only lines that contain it
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const kSkipped = 77
const [program, repository, filter = ''] = process.argv.slice(2)
const threads = Number(process.env.SPINDRIFT_TEST_THREADS ?? 1)  // what web-threads can run with

if (!existsSync(program)) {
  console.log(`left out: there is no ${program}; tools/build_web makes it`)
  process.exit(kSkipped)
}
const core = await (await import(pathToFileURL(program))).default()

// `scene settings... = hash after frame 1, 2, ...`
function goldenLines() {
  return readFileSync(`${repository}/tests/golden/hashes.txt`, 'utf8').split('\n')
    .filter(line => line.includes(' = ') && !line.startsWith('#') && line.includes(filter))
    .map(line => {
      const [run, hashes] = line.split(' = ')
      const [scene, ...settings] = run.split(' ')
      return { run, scene, settings, hashes: hashes.trim().split(' ') }
    })
}

// Triangles and vertices of an OBJ file, as the shipped meshes have them.
function addMesh(path) {
  const rows = readFileSync(`${repository}/scenes/${path}`, 'utf8').split('\n').map(line => line.trim().split(/\s+/))
  const vertices = rows.filter(row => row[0] === 'v').flatMap(row => row.slice(1, 4).map(Number))
  const corners = rows.filter(row => row[0] === 'f').flatMap(row => row.slice(1).map(word => parseInt(word) - 1))
  const error = core.ccall('spindrift_add_mesh', 'string', ['string', 'array', 'number', 'array', 'number'],
    [path, new Uint8Array(Float32Array.from(vertices).buffer), vertices.length / 3,
      new Uint8Array(Int32Array.from(corners).buffer), corners.length / 3])
  if (error) throw new Error(error)
}

function hashesOf({ scene, settings, hashes }) {
  const text = readFileSync(`${repository}/scenes/${scene}.toml`, 'utf8')
  for (const [, path] of text.matchAll(/^file = "(.*\.obj)"/gm)) addMesh(path)
  return core.ccall('spindrift_hashes', 'string', ['string', 'string', 'number', 'number'],
    [text, settings.join('\n'), hashes.length, threads]).trim().split('\n')
}

let failures = 0
const lines = goldenLines()
for (const line of lines) {
  const begin = process.cpuUsage()
  const found = hashesOf(line)
  const frame = line.hashes.findIndex((hash, i) => hash !== found[i])
  const { user, system } = process.cpuUsage(begin)
  const outcome = frame < 0 ? 'same bits' : `frame ${frame + 1} is ${found[frame] ?? found[0]}, not ${line.hashes[frame]}`
  console.log(`${line.run}: ${outcome} (${((user + system) / 1e6).toFixed(2)} s)`)
  if (frame >= 0) ++failures
}
console.log(`${lines.length - failures} of ${lines.length} have the recorded bits`)
process.exit(failures > 0 || lines.length === 0 ? 1 : 0)
