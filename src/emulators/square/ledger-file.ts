import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'

export interface LedgerFile {
  /** What earlier runs have written, oldest first. */
  lines: unknown[]
  /** The line is with the operating system when this returns: ending the process in any way cannot lose it. */
  append(line: unknown): void
  close(): void
}

/**
 * A file of JSON lines that is only ever added to. One line is one change as a whole, so a process that is killed
 * while writing leaves a last line without an end, and that change has not happened.
 */
export function openLedgerFile(file: string): LedgerFile {
  mkdirSync(path.dirname(file), { recursive: true })
  const descriptor = openSync(file, 'a+')
  const content = readFileSync(descriptor)
  const end = content.lastIndexOf('\n') + 1
  if (end < content.byteLength) ftruncateSync(descriptor, end)
  const lines = content.toString('utf8', 0, end).split('\n').slice(0, -1)
  return {
    lines: lines.map((line) => JSON.parse(line) as unknown),
    append(line) {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
      for (let written = 0; written < bytes.byteLength;) written += writeSync(descriptor, bytes, written)
    },
    close: () => closeSync(descriptor),
  }
}
