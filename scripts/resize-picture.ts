/** Resizes one picture, from stdin to stdout; started by src/server/catalogue/resizer.ts. */
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import sharp from 'sharp'
import { makePicture } from '#server/catalogue/resize-picture.ts'

/** The shop comes first: shoppers don't notice that a picture is being made. */
const NICE = 5

setPriority(NICE)
sharp.concurrency(1)
const { upload, alt } = deserialize(await buffer(process.stdin)) as { upload: Uint8Array; alt: string }
process.stdout.write(serialize(await makePicture(upload, alt)))
