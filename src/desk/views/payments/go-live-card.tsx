import { deskPaths } from '#desk/desk-paths.ts'
import { Action } from '#desk/ui/form-parts.tsx'
import { type SetUpStep, StepList } from '#desk/ui/step-list.tsx'
import { GO_LIVE_MINUTES, type GoLiveState, type GoLiveStep } from '#domain/money/go-live.ts'

/** `section` is the one of docs/go-live.md that explains the step; others explain themselves. */
export const GO_LIVE_TEXTS: Record<
  GoLiveStep,
  { section?: string } & Pick<SetUpStep, 'title' | 'hint' | 'href' | 'label'>
> = {
  passkey: {
    title: 'Add a passkey',
    hint: 'Sign in with your face, finger or PIN',
    href: deskPaths.account(),
    label: 'Add',
  },
  address: {
    title: 'Enter your address',
    hint: 'For labels, emails and your policies',
    href: deskPaths.setting('business'),
    label: 'Enter',
  },
  policies: {
    title: 'Publish your policies',
    hint: 'Privacy, terms, shipping and returns',
    href: deskPaths.policies(),
    label: 'Write',
  },
  backup: {
    title: 'Make a backup',
    hint: 'Every night from then on, encrypted',
    href: deskPaths.backups(),
    label: 'Set up',
  },
  account: {
    section: 'the-keys',
    title: 'Connect Square',
    hint: 'Square confirms your keys, location and currency',
    href: deskPaths.paymentSettings(),
    label: 'Check',
  },
  webhook: {
    section: 'the-webhook',
    title: 'Receive a webhook',
    hint: 'Your test order triggers the first webhook',
    href: deskPaths.paymentSettings(),
    label: 'Look',
  },
  order: {
    section: 'a-test-order',
    title: 'Place a test order',
    hint: 'In the shop, as a shopper',
    href: '/',
    label: 'Shop',
  },
  refund: {
    section: 'a-refund',
    title: 'Refund part of it',
    hint: 'On the order’s page, under Refund',
    href: deskPaths.orders(),
    label: 'Orders',
  },
  wallets: {
    section: 'apple-pay-and-google-pay',
    title: 'Verify your domain with Apple',
    hint: 'Apple Pay needs a file from Square',
    href: deskPaths.paymentSettings(),
    label: 'Add file',
  },
  live: {
    section: 'take-real-cards',
    title: 'Take real cards',
    hint: 'Replace the sandbox keys with your production keys',
    href: deskPaths.goLive('take-real-cards'),
    label: 'Read',
  },
}

/** On Today, for the owner, until real cards can be charged. */
export function GoLiveCard({ states, isFirstDay }: { states: readonly GoLiveState[]; isFirstDay: boolean }) {
  const minutesLeft = states.reduce((sum, { step, isDone }) => sum + (isDone ? 0 : GO_LIVE_MINUTES[step]), 0)
  const steps = states.map(({ step, isDone }): SetUpStep => {
    const { section, ...text } = GO_LIVE_TEXTS[step]
    return { id: step, isDone, helpHref: section === undefined ? undefined : deskPaths.goLive(section), ...text }
  })
  return (
    <StepList
      title={isFirstDay ? 'Open for business' : 'Finish setting up'}
      steps={steps}
      note={`about ${minutesLeft} min left`}
    >
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <a className="underlined text-small" href={deskPaths.goLive()}>
          Read the full guide
        </a>
        <Action
          action={deskPaths.dismissGoLive()}
          label="I’m done"
          confirm="Hide this list? The guide stays under Settings, Payments."
        />
      </div>
    </StepList>
  )
}
