import { isIPv4 } from 'node:net'

/** Returns true if the host always means this machine: localhost, *.localhost, 127.0.0.0/8, ::1. */
export function isLoopback(host: string): boolean {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/, '')
  if (plain === '::1' || plain === 'localhost' || plain.endsWith('.localhost')) return true
  return isIPv4(plain) && plain.startsWith('127.')
}
