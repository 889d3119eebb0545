import { type Challenge, puzzleOf, targetOf, writeProof } from '#domain/money/proof-of-work.ts'
import { createPuzzleHash, nonceText } from './puzzle-hash.ts'

/** Well below what a person notices between a press and the page's response. */
const SLICE_MS = 8
/** Reading the clock takes about as long as a hash. */
const HASHES_BETWEEN_LOOKS = 256

/** Does the work in short slices, so that the page stays responsive. */
export async function solveProof({ ticket, rounds, work }: Challenge): Promise<string> {
  const target = targetOf(work)
  const nonces: string[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (let round = 0; round < rounds; round += 1) {
    const hash = createPuzzleHash(puzzleOf(ticket, round))
    let nonce = 0
    while (hash(nonce) >= target) {
      nonce += 1
      if (nonce % HASHES_BETWEEN_LOOKS !== 0 || performance.now() < sliceEnd) continue
      await otherTasks()
      sliceEnd = performance.now() + SLICE_MS
    }
    nonces.push(nonceText(nonce))
  }
  return writeProof(nonces)
}

/** A message is queued at once; a timer would wait four milliseconds, and longer in a hidden tab. */
function otherTasks(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
