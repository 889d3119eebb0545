import { deskPaths } from '#desk/desk-paths.ts'
import { isRole } from '#domain/operators/roles.ts'
import type { OperatorService } from './team.service.ts'

export type CommandAnswer = { ok: boolean; text: string }

const ACTOR = { operatorId: null, actor: 'command line' }

const USAGE = `Usage:
  npm run operator -- add you@example.com [--role owner|staff|read-only]
  npm run operator -- link you@example.com
  npm run operator -- list
  npm run operator -- remove you@example.com`

const PROBLEMS = {
  invalid_email: 'This is not an email address.',
  already_there: 'This person is already on the team. Use `link` to create a new link.',
  not_found: 'No one on the team has this email.',
  last_owner: 'The shop needs at least one owner. Add another one first.',
}

/** `npm run operator`: access that needs neither a password nor the desk, only the machine. */
export async function runOperatorCommand(
  words: readonly string[],
  operators: OperatorService,
  publicUrl: URL,
): Promise<CommandAnswer> {
  const [command, email = '', ...options] = words
  const linkText = (token: string) =>
    `Open this link within an hour. It works once:\n  ${new URL(deskPaths.link(token), publicUrl).href}`
  const failed = (code: keyof typeof PROBLEMS) => ({ ok: false, text: PROBLEMS[code] })

  switch (command) {
    case 'add': {
      const [name, role, ...rest] = options.length === 0 ? ['--role', 'owner'] : options
      // Any other argument must never create an owner by accident.
      if (name !== '--role' || !isRole(role) || rest.length > 0) return { ok: false, text: USAGE }
      const result = await operators.add(email, role, ACTOR)
      return result.ok ? { ok: true, text: linkText(result.token) } : failed(result.code)
    }
    case 'link': {
      const operator = await operators.findByEmail(email)
      const token = operator && (await operators.createLink(operator.id, ACTOR))
      return token === undefined ? failed('not_found') : { ok: true, text: linkText(token) }
    }
    case 'list': {
      const members = await operators.list()
      const lines = members.map(({ email: address, role }) => `${role.padEnd(10)}${address}`)
      return { ok: true, text: lines.join('\n') || 'No one yet.' }
    }
    case 'remove': {
      const operator = await operators.findByEmail(email)
      const result = operator && (await operators.remove(operator.id, ACTOR))
      if (!result?.ok) return failed(result?.code ?? 'not_found')
      return { ok: true, text: `${email} can no longer open the desk.` }
    }
    default:
      return { ok: false, text: USAGE }
  }
}
