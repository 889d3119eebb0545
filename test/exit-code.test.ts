import { execFile } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const projectFolder = path.resolve(import.meta.dirname, '..')

test('fails the whole run when a database test fails', async () => {
  const vitest = path.join(projectFolder, 'node_modules/vitest/vitest.mjs')
  const config = path.join(import.meta.dirname, 'exit-code/vitest.config.ts')
  const [code, output] = await new Promise<[unknown, string]>((resolve) =>
    execFile(
      process.execPath,
      [vitest, 'run', '--root', projectFolder, '--config', config],
      // Not the environment of the current run.
      { cwd: projectFolder, env: { PATH: process.env.PATH, NO_COLOR: '1' } },
      (error, stdout) => resolve([error?.code ?? 0, stdout]),
    ),
  )
  expect(output).toContain('1 failed')
  expect(code).toBe(1)
})
