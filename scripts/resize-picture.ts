/** Resizes one picture, from stdin to stdout; started by src/server/catalogue/resizer.ts. */
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import sharp from 'sharp'
import { makePicture } from '#server/catalogue/resize-picture.ts'

/** Low priority, so that shoppers don't notice a picture being resized. */
const NICE = 5

setPriority(NICE)
sharp.concurrency(1)
const { upload, alt } = deserialize(await buffer(process.stdin)) as { upload: Uint8Array; alt: string }
process.stdout.write(serialize(await makePicture(upload, alt)))
