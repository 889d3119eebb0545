import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { DeskAssets } from '#desk/desk-document.tsx'

const schema = z.object({ script: z.string(), styles: z.string(), fonts: z.array(z.string()) })

/** File names of the desk's script, styles and fonts in the build. */
export async function readDeskAssets(projectFolder: string): Promise<DeskAssets> {
  return schema.parse(JSON.parse(await readFile(path.join(projectFolder, 'build/desk-assets.json'), 'utf8')))
}
