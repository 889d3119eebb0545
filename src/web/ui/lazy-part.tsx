import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

export type LazyPartProps<Props> = {
  /** Why it's needed now; empty while it isn't. A failed load is retried with the next reason. */
  occasion: string
  load: () => Promise<ComponentType<Props>>
  onFailed: () => void
  /** Props to render it with; undefined hides it. */
  props: Props | undefined
  /** A different value mounts a new instance. */
  identity?: string
  /** Shown until it has loaded. */
  fallback?: ReactNode
}

/** A lazily loaded component, fetched when first needed and kept from then on. */
export function LazyPart<Props extends object>({
  occasion,
  load,
  onFailed,
  props,
  identity,
  fallback,
}: LazyPartProps<Props>) {
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
  if (!Part) return fallback
  return props && <Part {...props} key={identity} />
}
