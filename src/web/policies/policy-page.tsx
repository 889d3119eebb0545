import type { ReactNode } from 'react'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { POLICIES, type PolicySlug } from '#domain/policies/policy.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { PageHero } from '#web/frame/page-hero.tsx'
import type { CardForm } from './card-form.ts'
import { PrivacyFacts } from './privacy-facts.tsx'
import { ShippingFacts, TermsFacts } from './shop-facts.tsx'

type Loaded = {
  shop: ShopFacts
  cardForm: CardForm
  /** How long packing and shipping take; undefined until the owner has stated it. */
  delivery: string | undefined
  /** Undefined until the owner has published one. */
  policy: { html: string; date: string } | undefined
}

/** `value` is undefined when it could not be read. */
export type PolicyPageProps = { slug: PolicySlug; value: Loaded | undefined }

const COMING: Record<PolicySlug, { commitments: string[]; facts: (loaded: Loaded) => ReactNode }> = {
  'privacy-policy': {
    commitments: [
      'We use your data to send what you ordered and to answer you.',
      'We don’t sell it, rent it or lend it.',
      'You can ask what we store, and ask us to delete it.',
    ],
    facts: ({ shop, cardForm }) => <PrivacyFacts shop={shop} cardForm={cardForm} />,
  },
  'terms-of-service': {
    commitments: [
      'Plain language, no surprises in small print.',
      'The price you see at the end is the price you pay.',
      'Honest reviews stay up, whatever they say.',
    ],
    facts: ({ shop }) => <TermsFacts shop={shop} />,
  },
  'shipping-returns': {
    commitments: [
      'Packed with care, by the people who blended it.',
      'We’ll email you when it ships, and if anything is late.',
      'If something arrives broken or wrong, email us and we’ll make it right.',
    ],
    facts: ({ shop, delivery }) => <ShippingFacts delivery={delivery} returns={shop.returns} />,
  },
}

/** The owner's text if there is one; until then our commitments, and what the shop does already. */
export function PolicyPage({ slug, value }: PolicyPageProps) {
  const title = POLICIES[slug]
  if (!value) {
    return (
      <>
        <PageHero eyebrow="Bloomera" title={title} />
        <LoadFailed message="This page couldn’t be loaded" />
      </>
    )
  }
  const { shop, policy } = value
  if (policy) {
    return (
      <>
        <PageHero eyebrow={`Last updated ${policy.date}`} title={title} />
        {/* oxlint-disable-next-line react/no-danger -- made by micromark on the server, which lets no raw HTML through */}
        <div className="policy wrap pt-6" dangerouslySetInnerHTML={{ __html: policy.html }} />
      </>
    )
  }
  const { commitments, facts } = COMING[slug]
  return (
    <>
      <PageHero
        eyebrow={title}
        title="Coming Soon"
        lead={`Our ${title.toLowerCase().replace('&', 'and')} text is being written. Until then, here’s our promise.`}
      />
      <div className="wrap pt-10">
        <ul className="bullets grid gap-2 text-lead">
          {commitments.map((commitment) => (
            <li key={commitment}>{commitment}</li>
          ))}
        </ul>
        <p className="mt-6">
          Questions in the meantime? Please ask us <AskUs shop={shop} />.
        </p>
        <h2 className="mt-14 mb-2 text-row">How the shop works today</h2>
        <div className="policy">{facts(value)}</div>
      </div>
    </>
  )
}

/** On the first network the shop is on, or else by email. */
function AskUs({ shop: { social, email } }: { shop: ShopFacts }) {
  const [network] = social
  return network ? (
    <>
      on{' '}
      <a className="underlined" href={network.url} rel="noreferrer">
        social media
      </a>
    </>
  ) : (
    <>
      at{' '}
      <a className="underlined" href={`mailto:${email}`}>
        {email}
      </a>
    </>
  )
}
