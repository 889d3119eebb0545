import { useEffect, useEffectEvent, useState } from 'react'

/**
 * What the shop answers to a question, undefined until it has. The question is asked again when its key changes, and
 * never without one; a late answer to an earlier question is dropped.
 */
export function useAnswer<Answer>(
  key: string | undefined,
  ask: () => Promise<Answer>,
  onAnswer?: (answer: Answer) => void,
): Answer | undefined {
  const [known, setKnown] = useState<{ key: string; answer: Answer }>()
  const begin = useEffectEvent(ask)
  const answered = useEffectEvent((answer: Answer) => onAnswer?.(answer))
  useEffect(() => {
    if (key === undefined) return
    let isWanted = true
    async function run(asked: string) {
      const answer = await begin()
      if (!isWanted) return
      setKnown({ key: asked, answer })
      answered(answer)
    }
    void run(key)
    return () => {
      isWanted = false
    }
  }, [key])
  return known?.key === key ? known?.answer : undefined
}
