import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Mailer } from './mailer.ts'

const storedMail = z.object({
  messageId: z.string(),
  deliveredAt: z.string(),
  from: z.object({ name: z.string(), address: z.string() }),
  replyTo: z.string().optional(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
})

export type StoredMail = z.infer<typeof storedMail> & { id: string }

export interface LocalMailbox extends Mailer {
  /** Newest first. */
  list(): Promise<StoredMail[]>
  find(id: string): Promise<StoredMail | undefined>
}

const SHOWN_MAILS = 200

/** Mailbox for development: one file per message, named after its id, so a retry does not create a duplicate. */
export function createLocalMailbox(folder: string, now: () => Date): LocalMailbox {
  async function read(id: string): Promise<StoredMail> {
    return { id, ...storedMail.parse(JSON.parse(await readFile(path.join(folder, `${id}.json`), 'utf8'))) }
  }

  async function ids(): Promise<string[]> {
    await mkdir(folder, { recursive: true })
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
  }

  return {
    async send(message) {
      await mkdir(folder, { recursive: true })
      const id = message.messageId.split('@', 1)[0]?.replaceAll(/[^a-z0-9-]/g, '') ?? ''
      const file = path.join(folder, `${id}.json`)
      await writeFile(`${file}.part`, JSON.stringify({ ...message, deliveredAt: now().toISOString() }))
      await rename(`${file}.part`, file)
    },
    async list() {
      const mails = await Promise.all((await ids()).map(read))
      return mails.toSorted((a, b) => b.deliveredAt.localeCompare(a.deliveredAt)).slice(0, SHOWN_MAILS)
    },
    // Looks the id up in the list of files, so a URL never becomes a file path.
    find: async (id) => ((await ids()).includes(id) ? read(id) : undefined),
  }
}
