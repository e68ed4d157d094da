// A frame: a header of JSON, then arrays of packed numbers. The graphics card unpacks them.

export type Numbers = Uint8Array | Int8Array | Uint16Array | Uint32Array | Float32Array;

export interface FrameArray {
  name: string;
  type: "u8" | "i8" | "u16" | "u32" | "f32";
  components: number;
  count: number;
  low: number[];
  high: number[];
  cells?: number[];
  axis?: number; // of a slice: the axis across which it lies,
  at?: number; // and where on it, m
  every?: number; // of samples: cells from one to the next
  empty?: boolean;
  own?: boolean; // colours of the liquids themselves
  quantity?: string; // what the numbers are
  data: Numbers;
}

export interface Pose {
  place: number[];
  rotation: number[]; // rows first
  pivot?: number[]; // what it turns about, where that has changed
  there?: boolean; // false: not yet, or no more
}

export interface Frame {
  step: number;
  time: number;
  frame: number;
  poses: Pose[];
  arrays: Map<string, FrameArray>;
}

const kTypes = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const;
const kLargest = { u8: 255, i8: 127, u16: 65535, u32: 1, f32: 1 } as const;
const to_eight = (bytes: number) => (bytes + 7) & ~7;

/** Reads a frame; throws if the bytes are no frame. */
export function read_frame(bytes: ArrayBuffer): Frame {
  if (bytes.byteLength < 4) throw new Error("a frame without a header");
  const text_size = new DataView(bytes).getUint32(0, true);
  if (4 + text_size > bytes.byteLength) throw new Error("a frame whose header is cut off");
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, text_size)));
  const arrays = new Map<string, FrameArray>();
  let offset = to_eight(4 + text_size);
  for (const entry of header.arrays as Omit<FrameArray, "data">[]) {
    const Type = kTypes[entry.type];
    if (!Type) throw new Error(`an array of unknown type ${entry.type}`);
    const length = entry.count * entry.components;
    const size = length * Type.BYTES_PER_ELEMENT;
    if (offset + size > bytes.byteLength) throw new Error(`the array ${entry.name} is cut off`);
    arrays.set(entry.name, { ...entry, low: entry.low ?? [], high: entry.high ?? [], data: new Type(bytes, offset, length) });
    offset += to_eight(size);
  }
  return { step: header.step, time: header.time, frame: header.frame ?? 0, poses: header.poses ?? [], arrays };
}

/** The number at an index of a packed array, as it was before packing. */
export function number_at(array: FrameArray, index: number): number {
  const raw = array.data[index]!;
  if (array.type === "f32" || array.type === "u32") return raw;
  if (array.type === "i8") return raw / kLargest.i8;
  if (array.low.length === 0) return raw; // a number that stands for itself
  const component = index % array.components;
  const low = array.low[component] ?? 0;
  return low + ((array.high[component] ?? 1) - low) * (raw / kLargest[array.type]);
}

/** The mean of an array, by component; of positions, the centre of mass. */
export function mean_of(array: FrameArray): number[] {
  const sums = new Array<number>(array.components).fill(0);
  const values = array.count * array.components;
  for (let index = 0; index < values; ++index) sums[index % array.components]! += array.data[index]!;
  return sums.map((sum, component) => {
    const raw = array.count ? sum / array.count : 0;
    if (array.type === "f32" || array.type === "u32" || array.low.length === 0) return raw;
    const low = array.low[component] ?? 0;
    return low + ((array.high[component] ?? 1) - low) * (raw / kLargest[array.type]);
  });
}
