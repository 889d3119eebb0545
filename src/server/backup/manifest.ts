import { z } from 'zod'

export const MANIFEST_FILE = 'manifest.json'

const dataFile = z.object({ name: z.string(), rows: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

/** The last file of a backup: lists its contents and the schema version. */
export const manifestSchema = z.object({
  format: z.literal('bloomera-backup'),
  version: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The engine it was taken from; it can be restored into either. */
  engine: z.enum(['pglite', 'postgres']),
  /** Applied migrations, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().min(0), files: z.array(dataFile) }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
})

export type Manifest = z.infer<typeof manifestSchema>
export type ManifestTable = Manifest['tables'][number]
export type DataFile = ManifestTable['files'][number]

/** Total rows of all tables. */
export function rowCountOf({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}
