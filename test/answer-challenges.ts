import { type PaymentResponse, PROOF_HEADER, TICKET_HEADER } from '#contract/checkout.ts'
import { solveProof } from '#web/checkout/solve-proof.ts'

const MAX_CHALLENGES = 4

/** Pays as the page does: solves the proof of work that the shop requires, and sends the same payment again. */
export async function answerChallenges<Answer extends { body: PaymentResponse } | undefined>(
  send: (headers: Record<string, string>) => Promise<Answer>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  let answer = await send(headers)
  for (let challenges = 0; challenges < MAX_CHALLENGES; challenges += 1) {
    const challenge = answer?.body.problem === 'proof' ? answer.body.challenge : undefined
    if (!challenge) break
    const proof = challenge.work > 0 ? await solveProof(challenge) : undefined
    answer = await send({ [TICKET_HEADER]: challenge.ticket, ...(proof && { [PROOF_HEADER]: proof }) })
  }
  return answer
}
