import type { OperatorService } from './team.service.ts'

const EMAIL = 'owner@localhost.example'
const ACTOR = { operatorId: null, actor: 'npm start' }

/** For an owner that exists only in development. */
export async function createDevelopmentLink(operators: OperatorService): Promise<string> {
  const added = await operators.add(EMAIL, 'owner', ACTOR)
  if (added.ok) return added.token
  const owner = await operators.findByEmail(EMAIL)
  const token = owner && (await operators.createLink(owner.id, ACTOR))
  if (token === undefined) throw new Error('failed to create or find the development owner')
  return token
}
