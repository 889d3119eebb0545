import { useEffect, useEffectEvent, useState } from 'react'

/**
 * The response to a request, undefined until it arrives. A new key requests again, and no key never does; a late
 * response to an earlier key is dropped.
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
