import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'

export type LazyPartProps<Props> = {
  /** Why it is wanted now; empty while it is not. A load that failed is tried again at the next occasion. */
  occasion: string
  load: () => Promise<ComponentType<Props>>
  onFailed: () => void
  /** What it is shown with; undefined hides it. */
  props: Props | undefined
  /** Another one is another dialog. */
  identity?: string
}

/** A component in a file of its own, fetched when it is first wanted. Once here it stays. */
export function LazyPart<Props extends object>({ occasion, load, onFailed, props, identity }: LazyPartProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const begin = useEffectEvent(load)
  const failed = useEffectEvent(onFailed)
  const isHere = Part !== undefined
  useEffect(() => {
    if (occasion === '' || isHere) return
    begin().then(
      (loaded) => setPart(() => loaded),
      () => failed(),
    )
  }, [occasion, isHere])
  return Part && props && <Part {...props} key={identity} />
}
