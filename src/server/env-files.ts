import { readFileSync } from 'node:fs'
import { StartError } from './platform/start-error.ts'

/** More than any value needs. */
const MAX_BYTES = 16_384

type Values = Record<string, string | undefined>

/**
 * Replaces `NAME_FILE` by `NAME` with the content of that file, which is how containers and systemd pass secrets. The
 * line break at the end of the file isn't part of the value.
 */
export function withValuesOfFiles(given: Values, names: readonly string[]): Values {
  const values = { ...given }
  const problems: string[] = []
  for (const name of names) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    const value = readValue(file)
    if (given[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set. Remove one of them.`)
    else if (value === undefined)
      problems.push(`${name}_FILE must be the path of a file with the value that the shop can read.`)
    else values[name] = value
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return values
}

function readValue(file: string): string | undefined {
  try {
    const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return value !== '' && Buffer.byteLength(value) <= MAX_BYTES ? value : undefined
  } catch {
    return undefined
  }
}
