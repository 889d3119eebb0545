// Runs one ONNX net over a raw float32 tensor: node infer.mjs <net> <in.bin> <out.bin> <channels> <height> <width>
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import ort from 'onnxruntime-node'

const [net, source, target, ...shape] = process.argv.slice(2)
const model = fileURLToPath(new URL(`${net}.onnx`, import.meta.url))
if (!existsSync(model)) throw new Error('The nets are missing. Write them with: node art/denoise/convert.mjs')
const session = await ort.InferenceSession.create(model, { intraOpNumThreads: 2 })
const bytes = await readFile(source)
const input = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
const { y } = await session.run({ x: new ort.Tensor('float32', input, [1, ...shape.map(Number)]) })
await writeFile(target, new Uint8Array(y.data.buffer, y.data.byteOffset, y.data.byteLength))
