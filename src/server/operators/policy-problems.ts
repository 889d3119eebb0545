import type { PolicyResult } from './passkey-policy.service.ts'

export const POLICY_PROBLEMS: Record<Extract<PolicyResult, { ok: false }>['code'], string> = {
  not_found: 'This person is no longer on the team.',
  needs_passkey: 'Add a passkey to your own account first, so you can’t lock yourself out.',
  needs_codes: 'Print recovery codes for your own account first, so a lost phone can’t lock you out.',
}
