/** Wording that would make a cosmetic a drug or a device, or that the shop could not prove. */
export type ClaimFinding = {
  phrase: string
  /** Position in the original text. */
  index: number
  rule: string
  why: string
  suggestion: string
}

type ClaimRule = {
  rule: string
  /**
   * A drug claim also applies to customers' words once the shop features them; a marketing claim only to the shop's
   * own.
   */
  kind: 'drug' | 'marketing'
  /** Regular expressions for whole words; a space matches any white space. */
  phrases: readonly string[]
  /** Text directly before or after the phrase that makes it acceptable. */
  innocentAfter?: string
  innocentBefore?: string
  /** "not a lubricant" is a warning, "a lubricant" is a claim. */
  mayBeDenied?: boolean
  why: string
  suggestion: string
}

const BLEMISHES = '(?:blemish(?:es)?|breakouts?|pimples?|zits?|blackheads?|whiteheads?)'
const MARKS = `(?:wrinkles?|fine lines?|crow's feet|scars?|scarring|stretch marks?|age spots?|dark spots?|sun spots?|cellulite)`
/** Up to three words between verb and object, but not "the look of": appearance claims are allowed for cosmetics. */
const NOT_ITS_LOOK = `(?:(?!look |appearance )[\\w'-]+ ){0,3}`

/**
 * A cosmetic may change how skin looks and feels. A product meant to affect the body's structure or function, or a
 * disease, is a drug (21 U.S.C. 321(g)(1), fda.gov "Is It a Cosmetic, a Drug, or Both?").
 */
const RULES: readonly ClaimRule[] = [
  {
    rule: 'disease-name',
    kind: 'drug',
    phrases: [
      'acne',
      'eczema',
      'psoriasis',
      'rosacea',
      'dermatitis',
      'melasma',
      'keratosis',
      'alopecia',
      'dandruff',
      'cradle cap',
      'ringworm',
    ],
    why: 'A product that names a disease is offered for it, whatever the verb.',
    suggestion: 'Describe what can be seen or felt: blemish-prone, dry, flaky-looking, easily bothered skin.',
  },
  {
    rule: 'treats',
    kind: 'drug',
    phrases: ['treat(?:s|ed|ing)?'],
    // By decision, "a treat", "treat yourself" and "treat your ends to a few drops" are acceptable, "color-treated"
    // describes hair, and "Treat (Actives)" is a step of the routine guide.
    innocentAfter: '(?:(?:a|the|my|our|little|small|real|weekly) |(?:color|heat)-)',
    innocentBefore: ` (?:yoursel(?:f|ves)|myself|ourselves|themselves|himself|herself|(?:[\\w'-]+ ){1,4}to (?:a|an|the|some|our|its|this) |\\(actives\\))`,
    why: 'To treat is what medicines do.',
    suggestion: 'Say softens, smooths, conditions, or helps skin look or feel a certain way.',
  },
  {
    rule: 'treatment',
    kind: 'drug',
    phrases: ['treatments? (?:of|for)', 'medicated', 'therapeutic(?:ally)?'],
    why: 'A treatment for something is a medicine for it.',
    suggestion: 'Say an oil for dry ends, not a treatment for them.',
  },
  {
    rule: 'heals',
    kind: 'drug',
    phrases: [
      'heal(?:s|ed|ing|er)?',
      'cur(?:e|es|ed|ing|ative)',
      'remed(?:y|ies)',
      'repair(?:s|ed|ing|ative)?',
      'regenerat(?:e|es|ed|ing|ion|ive)',
    ],
    // Vanilla pods are cured after the harvest.
    innocentBefore: ' (?:vanilla|pods?|beans?)',
    why: 'Healing, curing and repairing are effects on the body, not on its looks.',
    suggestion: 'Say comforts, conditions, or leaves dry skin feeling smooth.',
  },
  {
    rule: 'blemishes',
    kind: 'drug',
    phrases: [
      `(?:clears?(?: up)?|cleared(?: up)?|clearing|prevents?|stops?|stopped|fights?|reduces?|reduced|banish(?:es)?|eliminates?|gets? rid of|got rid of|dr(?:y|ies|ied) (?:up|out)) ${NOT_ITS_LOOK}${BLEMISHES}`,
      `${BLEMISHES} (?:\\w+ )?(?:gone|disappeared|vanished|cleared(?: up)?)`,
    ],
    why: 'What reduces blemishes, pimples or blackheads is an acne drug (21 CFR 333.303).',
    suggestion: 'Speak of the look of blemish-prone skin.',
  },
  {
    rule: 'removes-marks',
    kind: 'drug',
    phrases: [
      `(?:remov|eras|eliminat|reduc|revers|minimiz)(?:e|es|ed|ing) ${NOT_ITS_LOOK}${MARKS}`,
      `(?:prevent|fad|fill|banish|smooth)(?:s|e|es|ed|ing)?(?: out| away| in)? ${NOT_ITS_LOOK}${MARKS}`,
      `(?:get|gets|got|getting) rid of ${NOT_ITS_LOOK}${MARKS}`,
      `${MARKS} (?:\\w+ )?(?:gone|disappeared|vanished|faded)`,
      'wrinkle-?free',
      '(?:revers|stop|halt|undo|slow|prevent)(?:s|e|es|ed|ing|ping)? (?:the )?(?:signs of )?ag(?:e)?ing',
      'turns? back the clock',
    ],
    why: 'Removing wrinkles or scars changes the structure of skin; only their look is a cosmetic matter (fda.gov "Wrinkle Treatments").',
    suggestion: 'Say softens the look of fine lines, or skin looks smoother.',
  },
  {
    rule: 'body-function',
    kind: 'drug',
    phrases: [
      'collagen',
      'elastin',
      '(?:boost|increas|stimulat|improv|speed|promot)(?:s|e|es|ed|ing)?(?: up)? (?:\\w+ ){0,2}(?:circulation|blood flow|cell turnover|cell renewal|new cells|metabolism)',
    ],
    why: 'Building collagen or moving blood is an effect on the body’s structure or function.',
    suggestion: 'Say skin looks plumper, or feels firmer.',
  },
  {
    rule: 'hair-growth',
    kind: 'drug',
    phrases: [
      're-?grow(?:s|n|th|ing)?',
      're-?grew',
      'hair growth',
      '(?:grow|grows|grew|growing) (?:\\w+ )?hair',
      'hair loss',
      'bald(?:ness|ing)',
      'thinning hair',
    ],
    why: 'Growing hair, or keeping it from falling out, is a drug claim (21 CFR 310.527).',
    suggestion: 'Say hair looks fuller or glossier, lengths feel soft.',
  },
  {
    rule: 'germs-and-inflammation',
    kind: 'drug',
    phrases: [
      'anti-?(?:bacterial|fungal|microbial|viral|septic|inflammator(?:y|ies)|biotic|histamine)s?',
      'inflam(?:mation|ed)',
      'disinfect(?:s|ed|ing|ant)?',
      '(?:kill|fight)(?:s|ed|ing)? (?:\\w+ )?(?:bacteria|germs|fungus|infections?)',
    ],
    why: 'Acting on germs or inflammation is what a drug does.',
    suggestion: 'Say skin feels clean and fresh, or looks calmer.',
  },
  {
    rule: 'pain',
    kind: 'drug',
    phrases: [
      'pain[-\\s]?(?:relief|reliev(?:er|ing)|killer|killing)',
      '(?:reliev|eas|sooth|reduc|numb)(?:e|es|ed|ing|s)? (?:\\w+ ){0,2}(?:pains?|aches?|soreness|sore muscles|aching muscles|cramps?|headaches?|itch(?:ing)?|joints?)',
      'analgesic',
    ],
    why: 'Relieving pain, aches or itch is a drug claim.',
    suggestion: 'Say a massage with it feels good, or dry skin feels comfortable.',
  },
  {
    rule: 'detox',
    kind: 'drug',
    phrases: [
      'detox(?:es|ed|ing|ify|ifies|ified|ifying|ification)?',
      '(?:draws?|flush(?:es)?|pulls?) (?:\\w+ )?toxins?',
    ],
    why: 'Drawing anything out of the body is a function claim, and an unproven one.',
    suggestion: 'Say skin feels clean.',
  },
  {
    rule: 'sun-protection',
    kind: 'drug',
    phrases: [
      'SPF',
      'sunscreen',
      'sun ?block',
      'sun[-\\s]protect(?:ion|ive|ant)',
      'UV[AB]?[-\\s](?:protection|filter|blocker)',
      "(?:protects?|shields?|guards?) (?:[\\w']+ ){0,3}(?:sun|sunburn|UV[AB]?|sunlight)",
    ],
    // Telling customers to wear sunscreen over an oil is advice.
    innocentAfter:
      '(?:follow with|finish with|under|before|then) (?:a |an |your |the )?(?:(?:broad-spectrum|mineral|daily) )?',
    mayBeDenied: true,
    why: 'A sunscreen is an over-the-counter drug (OTC monograph M020).',
    suggestion: 'Leave it out, or say plainly that it is not a sunscreen.',
  },
  {
    rule: 'lubricant',
    kind: 'drug',
    phrases: [
      'lubricants?',
      'lubricat(?:e|es|ing|ion)',
      'lube',
      '(?:condom|latex)s?[-\\s](?:safe|compatible|friendly)',
      'safe (?:\\w+ )?with (?:latex|condoms?)',
      'aphrodisiac',
      'libido',
    ],
    mayBeDenied: true,
    why: 'A personal lubricant is a Class II device that needs clearance (21 CFR 884.5300), and oil weakens latex.',
    suggestion: 'Keep to moisturizing external skin, and say that it is not a lubricant.',
  },
  {
    rule: 'proof',
    kind: 'marketing',
    phrases: [
      '(?:clinically|scientifically|medically) (?:proven|tested|shown|studied)',
      '(?:dermatologist|doctor|physician|gynecologist)s?[-\\s](?:approved|recommended|tested|developed)',
      '(?:approved|recommended|tested) by (?:\\w+ )?(?:dermatologists?|doctors?|physicians?|gynecologists?|the FDA)',
      'FDA[-\\s](?:approved|cleared|registered|certified)',
    ],
    why: 'There is no such study, doctor or approval; the FDA approves no cosmetics.',
    suggestion: 'Leave it out.',
  },
  {
    rule: 'absolute-safety',
    kind: 'marketing',
    phrases: [
      'chemical[-\\s]free',
      '(?:no|free of|without) (?:harsh |nasty )?chemicals',
      'non-?toxic',
      'toxin[-\\s]free',
      '(?:100 ?%|completely|totally|perfectly) safe',
      'safe for everyone',
      'hypo-?allergenic',
      'no side effects',
    ],
    why: 'Everything is a chemical, and any plant can irritate someone.',
    suggestion: 'Name what is left out, and point to the patch test.',
  },
  {
    rule: 'guarantee',
    kind: 'marketing',
    phrases: ['guaranteed results', 'results (?:are )?guaranteed', 'guaranteed to', 'we guarantee results'],
    why: 'Skin varies; no one can promise a result.',
    suggestion: 'Say what most people can see or feel at once, or offer a return instead.',
  },
  {
    rule: 'superlative',
    kind: 'marketing',
    phrases: [
      'best',
      'miracles?',
      'miraculous',
      'finest',
      'purest',
      'ultimate',
      'unbeatable',
      'unrivall?ed',
      '#1',
      'number one',
      'most (?:effective|powerful|potent|luxurious)',
    ],
    // The badge is earned by sales (featured.ts); dates and storage advice are not superlatives.
    innocentBefore: '(?:[-\\s]?sell(?:er|ers|ing)| (?:before|by|used|kept|stored|within|if))',
    why: 'A comparison with everything else needs proof, and the house voice has no superlatives.',
    suggestion: 'Replace it with a detail.',
  },
]

/**
 * A denial within the clause ("not a", "contains no", "never meant as a"), but not "not just a" or one that "and" or
 * "but" ends.
 */
const DENIAL =
  /\b(?:not|no|nor|never|without|cannot|isn't|aren't|doesn't|don't|won't)(?! (?:just|only|merely)\b)(?:\s+(?!and\b|but\b|yet\b|so\b|it\b|better\b)[\w'-]+){0,5}\s+$/i

const MATCHERS = RULES.map((rule) => ({ rule, pattern: toPattern(rule) }))

/** Claims in text order. Two rules can match the same words ("treats" and "acne" in "treats acne"). */
export function findClaims(text: string): ClaimFinding[] {
  return search(text, MATCHERS)
}

/** Only claims that would make the product a drug or device: the check for reviews that the shop wants to feature. */
export function findDrugClaims(text: string): ClaimFinding[] {
  return search(
    text,
    MATCHERS.filter(({ rule }) => rule.kind === 'drug'),
  )
}

function search(text: string, matchers: typeof MATCHERS): ClaimFinding[] {
  const plain = withPlainPunctuation(text)
  return matchers
    .flatMap(({ rule, pattern }) =>
      Array.from(plain.matchAll(pattern))
        .filter((match) => !(rule.mayBeDenied && DENIAL.test(plain.slice(0, match.index))))
        .map((match) => ({
          phrase: text.slice(match.index, match.index + match[0].length),
          index: match.index,
          rule: rule.rule,
          why: rule.why,
          suggestion: rule.suggestion,
        })),
    )
    .toSorted((a, b) => a.index - b.index)
}

/** Replaces one character with one, so positions stay the same. */
function withPlainPunctuation(text: string): string {
  return text.replaceAll(/[’‘]/g, "'").replaceAll(/[‐‑–]/g, '-').replaceAll('\u00a0', ' ')
}

function toPattern({ phrases, innocentAfter, innocentBefore }: ClaimRule): RegExp {
  const before = innocentAfter ? `(?<!(?<!\\w)${innocentAfter})` : ''
  const after = innocentBefore ? `(?!${innocentBefore})` : ''
  return new RegExp(`(?<!\\w)${before}(?:${phrases.join('|')})(?!\\w)${after}`.replaceAll(' ', '(?:\\s+)'), 'gi')
}
