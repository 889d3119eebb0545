import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const serverFolder = path.resolve(import.meta.dirname, '../build/server')

test('bundles only the production build of React, whatever NODE_ENV is at run time', async () => {
  const modules = new Set<string>()
  for await (const file of glob('**/*.js', { cwd: serverFolder })) {
    const code = await readFile(path.join(serverFolder, file), 'utf8')
    for (const [, name = ''] of code.matchAll(/\/(react[\w.-]*\.(?:development|production)\.js)/g)) modules.add(name)
  }
  expect(modules).toContain('react-dom-server.node.production.js')
  expect([...modules].filter((name) => name.includes('development'))).toEqual([])
})
