import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'

export interface LedgerFile {
  /** What earlier runs have written, oldest first. */
  lines: unknown[]
  /** When this returns, the operating system has the line, so it survives any end of the process. */
  append(line: unknown): void
  close(): void
}

/**
 * An append-only file of JSON lines. Each line is one complete change, so a process that is killed while writing leaves
 * an unterminated last line, and that change is ignored.
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
