import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from './eventually.ts'

const VCL = path.resolve(import.meta.dirname, '../deploy/varnish/bloomera.vcl')

/** From Debian's package varnish. It compiles its VCL, so it needs a C compiler, too. */
export const hasVarnish = spawnSync('varnishd', ['-V']).status === 0

/** Varnish with the VCL of deploy/, except for the shop's port and the token's file. */
export async function startVarnish(options: { port: number; shopPort: number; token: string }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'varnish-'))
  const tokenFile = path.join(folder, 'token')
  await writeFile(tokenFile, `${options.token}\n`)
  const vcl = (await readFile(VCL, 'utf8'))
    .replace('.port = "3000"', `.port = "${options.shopPort}"`)
    .replace('/etc/varnish/bloomera-purge-token', tokenFile)
  await writeFile(path.join(folder, 'shop.vcl'), vcl)
  execFileSync('chmod', ['-R', 'a+rX', folder])
  const varnish: ChildProcess = spawn(
    'varnishd',
    `-F -j none -n ${folder}/work -f ${folder}/shop.vcl -a 127.0.0.1:${options.port} -s malloc,64m -T none`.split(' '),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  varnish.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  varnish.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((resolve) => varnish.once('close', () => resolve()))
  const url = `http://127.0.0.1:${options.port}`
  await eventually(async () => {
    if (varnish.exitCode !== null) throw new Error(`Varnish exited: ${output}`)
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }, 60_000)
  return {
    url,
    async close(): Promise<void> {
      varnish.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
