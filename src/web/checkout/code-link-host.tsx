import { useLocation } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { CODE_PARAM } from '#web/paths.ts'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { useToast } from '#web/ui/toaster.tsx'

/** Waits for an address with a code; the code that handles it is loaded only then. */
export function CodeLinkHost() {
  const { search } = useLocation()
  const toast = useToast()
  return (
    <LazyPart
      occasion={new URLSearchParams(search).has(CODE_PARAM) ? search : ''}
      load={async () => (await import('./code-link.tsx')).CodeLink}
      onFailed={() => toast(PAGE_MESSAGES.discountCheckFailed, 'error')}
      props={NO_PROPS}
    />
  )
}

const NO_PROPS = {}
