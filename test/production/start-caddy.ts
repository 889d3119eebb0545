import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import tls from 'node:tls'
import { selfSigned } from '../self-signed.ts'
import { type Part, startPart } from './start-part.ts'

const caddyfile = path.resolve(import.meta.dirname, '../../deploy/Caddyfile')

export type CaddyOptions = {
  folder: string
  port: number
  shopPorts: readonly number[]
  /** Networks of the CDN in front, separated by spaces. */
  cdnAddresses?: string
}

/** With deploy/Caddyfile, except for a certificate that this process created and trusts. */
export async function startCaddy({ folder, port, shopPorts, cdnAddresses }: CaddyOptions): Promise<Part> {
  const { key, cert } = selfSigned(['localhost', 'www.localhost'])
  await writeFile(path.join(folder, 'key.pem'), key)
  await writeFile(path.join(folder, 'cert.pem'), cert)
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert])
  const withCertificate = (await readFile(caddyfile, 'utf8')).replaceAll(
    /^(\S*\{\$DOMAIN\}) \{$/gm,
    `$1 {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
  )
  const file = path.join(folder, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${withCertificate}`)
  return startPart('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    cwd: folder,
    env: {
      DOMAIN: `localhost:${port}`,
      SHOPS: `to ${shopPorts.map((each) => `127.0.0.1:${each}`).join(' ')}`,
      ...(cdnAddresses !== undefined && { CDN_ADDRESSES: cdnAddresses }),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  })
}
