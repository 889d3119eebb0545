import type { SeedProduct } from './seed-types.ts'

/** The products the shop starts with. One long list on purpose: copy is read and edited side by side. */
export const products: readonly SeedProduct[] = [
  {
    id: 'forever-skin-serum',
    name: 'Forever Skin Serum',
    category: 'Anti-Aging',
    shortDescription:
      'Rosehip, sea buckthorn and calendula for skin that looks rested. An amber serum for faces that have seen some weather.',
    description:
      'Forever is a long word. What we mean is an oil you would go on using: rosehip and marula at the center, evening primrose for cushion, a little sea buckthorn for warmth.\n\n' +
      'It softens the look of fine lines the way any surface looks smoother once it is no longer dry. Light falls on it more evenly. There is nothing to wait for; you see it when you put it on, and again tomorrow.\n\n' +
      'Damask rose and frankincense give it a low, warm scent that has left by the time you are dressed. The amber is the oil’s own color, so allow a minute before a white collar.',
    prices: { '1oz': 5800, '2oz': 9700 },
    benefits: [
      'Softens the look of fine lines',
      'Skin looks rested and feels supple',
      'Cushions dry, mature-looking skin',
      'Lends a warm, even-looking glow',
      'Low scent of damask rose and frankincense',
    ],
    keyIngredients: [
      'rosehip-seed-oil',
      'marula-oil',
      'evening-primrose-oil',
      'calendula',
      'sea-buckthorn-oil',
      'rose',
    ],
    ingredients: [
      'rosehip-seed-oil',
      'jojoba-oil',
      'marula-oil',
      'squalane',
      'evening-primrose-oil',
      'sea-buckthorn-oil',
      'vitamin-e',
      'calendula',
      'frankincense',
      'rose',
    ],
    inci: 'Rosa Canina Seed Oil, Simmondsia Chinensis (Jojoba) Seed Oil, Sclerocarya Birrea Seed Oil, Squalane, Oenothera Biennis (Evening Primrose) Oil, Hippophae Rhamnoides Fruit Oil, Tocopherol, Calendula Officinalis Flower Extract, Boswellia Carterii Oil, Rosa Damascena Flower Oil, Limonene*, Citronellol*, Geraniol*, Linalool*. *Naturally present in the essential oils.',
    howToUse:
      'Warm 3 to 5 drops between your palms and press onto a slightly damp or moisturized face and neck, morning and night. In the morning, finish with sunscreen.',
    patchTest:
      'Put one drop inside your elbow and leave it for 24 hours. The formula contains rose and frankincense oils, marula (cashew family) and calendula (daisy family). If the spot reddens or itches, wash it off and leave the bottle alone.',
    dropsPerUse: 4,
    usesPerDay: 2,
    skinTypes: ['normal', 'dry', 'mature'],
    concerns: ['fine-lines', 'dryness', 'dullness'],
    scents: ['floral', 'woody'],
    scent: 'Damask rose and frankincense, low; gone by the time you are dressed',
    texture: 'Medium, cushioned',
    absorbsIn: 'A minute or two',
    whenToUse: 'Morning and night, on damp or moisturized skin',
    feel: [
      'An amber sheen. Cushioned, with slip to spare; it looks like oil because it is one.',
      'Satin. The amber has settled in and the rose is nearly gone. White collars are safe.',
      'Soft, still. Skin that was dry looks rested and feels supple.',
    ],
    searchWords: 'gift for her, mother, luxury',
  },
  {
    id: 'pure-bloom',
    name: 'Pure Bloom',
    category: 'Radiance',
    shortDescription:
      'A light veil of jojoba and neroli that leaves skin looking lit from within. Six ingredients; it sinks in before you’ve found your keys.',
    description:
      'Pure Bloom is for people who think they do not like face oils. Jojoba, camellia and squalane are thin enough to disappear, and a small share of rosehip keeps the blend from being merely polite.\n\n' +
      'Wear it under makeup, over moisturizer, or alone on a day when nobody is expected. Dull skin looks fresher and still feels like skin, with none of the slick that put you off the last one.\n\n' +
      'The scent is neroli: orange blossom, green at the edges, brief.',
    prices: { '1oz': 2500, '2oz': 3400 },
    benefits: [
      'Softens the look of dullness',
      'Feels weightless; sinks in within a minute',
      'Sits quietly under makeup',
      'Brief neroli scent, no synthetic fragrance',
    ],
    keyIngredients: ['jojoba-oil', 'camellia-seed-oil', 'squalane', 'neroli'],
    ingredients: ['jojoba-oil', 'camellia-seed-oil', 'squalane', 'rosehip-seed-oil', 'vitamin-e', 'neroli'],
    inci: 'Simmondsia Chinensis (Jojoba) Seed Oil, Camellia Oleifera Seed Oil, Squalane, Rosa Canina Seed Oil, Tocopherol, Citrus Aurantium Amara (Bitter Orange) Flower Oil, Linalool*, Limonene*, Geraniol*, Farnesol*. *Naturally present in the essential oil.',
    howToUse:
      'Press 3 to 5 drops onto a slightly damp or moisturized face and neck, morning or night. Give it a minute before makeup, and finish with sunscreen by day.',
    patchTest:
      'Try a drop on the inside of your forearm first and look again after 24 hours. The one to watch is neroli, an essential oil. Any redness or itching means this blend is not for you.',
    dropsPerUse: 4,
    usesPerDay: 2,
    skinTypes: ['normal', 'oily', 'combination'],
    concerns: ['dullness'],
    scents: ['orange-blossom'],
    scent: 'Neroli, green at the edges, brief',
    texture: 'Light, thin',
    absorbsIn: 'Within a minute',
    whenToUse: 'Morning or night, under makeup or alone',
    feel: [
      'A thin, fresh veil. Light enough that three drops feel like two.',
      'Nothing slick. Makeup goes on over it without sliding.',
      'Only skin. A little brighter to look at, and the neroli has left.',
    ],
    searchWords: 'gift for a beginner',
  },
  {
    id: 'sos-serum-blemish-blend',
    name: 'SOS Serum Blemish Blend',
    category: 'Blemish Control',
    shortDescription:
      'A green, dry-finish oil for the look of blemish-prone skin. Hemp and jojoba for moisture, tea tree and lavender for a clean, brisk feel.',
    description:
      'Oily skin tends to get washed until it squeaks, and then looks the worse for it. SOS goes the other way, with thin oils high in linoleic acid, so that skin gets moisture and gives up some of its shine.\n\n' +
      'Hemp seed and jojoba make up most of the bottle, evening primrose some of the rest. A little tamanu gives it body. Tea tree and lavender give it a herbal scent that is plainly there for ten minutes and then is not. The green is the hemp.\n\n' +
      'This is a cosmetic oil for skin that looks blotchy and feels out of sorts. If it hurts, or the same spots keep returning, ask a dermatologist rather than an oil.',
    prices: { '1oz': 3500, '2oz': 4400 },
    benefits: [
      'Helps blemish-prone skin look calmer',
      'Moisture with a dry, unshiny finish',
      'Softens the look of blotchy areas',
      'Feels light enough for oily skin',
      'Brisk herbal scent of tea tree and lavender',
    ],
    keyIngredients: ['hemp-seed-oil', 'jojoba-oil', 'tamanu-oil', 'lavender', 'tea-tree'],
    ingredients: [
      'hemp-seed-oil',
      'jojoba-oil',
      'evening-primrose-oil',
      'tamanu-oil',
      'vitamin-e',
      'lavender',
      'tea-tree',
    ],
    inci: 'Cannabis Sativa Seed Oil, Simmondsia Chinensis (Jojoba) Seed Oil, Oenothera Biennis (Evening Primrose) Oil, Calophyllum Inophyllum Seed Oil, Tocopherol, Lavandula Angustifolia (Lavender) Oil, Melaleuca Alternifolia (Tea Tree) Leaf Oil, Linalool*, Limonene*, Geraniol*. *Naturally present in the essential oils.',
    howToUse:
      'Press 3 or 4 drops onto clean, slightly damp skin, morning and night. If tea tree is new to you, begin with evenings only. Keep clear of the eyes.',
    patchTest:
      'Put one drop behind your ear and wait 24 hours before using it on your face. Tea tree and lavender are essential oils, and tea tree is a strong one; tamanu may affect people with tree-nut allergies. Redness or itching is a no.',
    dropsPerUse: 4,
    usesPerDay: 2,
    skinTypes: ['oily', 'combination'],
    concerns: ['blemishes', 'blotchiness', 'shine'],
    scents: ['herbal'],
    scent: 'Tea tree and lavender, plain for ten minutes',
    texture: 'Thin, dry finish',
    absorbsIn: 'A minute or two',
    whenToUse: 'Morning and night; evenings only at first',
    feel: [
      'Thin and brisk. Tea tree first, then lavender; it spreads like water.',
      'A dry finish. The scent is fading and the shine with it.',
      'Matte to the eye. Skin feels moisturized and looks calmer than it did.',
    ],
  },
  {
    id: 'petal-renewal-serum',
    name: 'Petal Renewal Serum',
    category: 'Renewal',
    shortDescription:
      'Petals, seeds and kernels in one golden serum for a fresher-looking face. Made for evenings, when skin looks as tired as the rest of you.',
    description:
      'Five flowers meet in this bottle, none of them whole. Wild rose and evening primrose give their seeds, calendula its petals, geranium and damask rose their scent.\n\n' +
      'Apricot kernel carries them. It is why the serum spreads so easily, and why it has gone from the surface in five minutes, leaving skin that feels soft and looks smoother where it creases: around the mouth, beside the eyes, along the neck. Renewal, here, is a matter for the mirror.\n\n' +
      'It smells of a rose with its leaves still on.',
    prices: { '1oz': 3500, '2oz': 4400 },
    benefits: [
      'Helps tired skin look fresher by morning',
      'Rough texture feels smoother',
      'Softens the look of dry lines',
      'Spreads easily and settles in five minutes',
      'Green rose scent, no synthetic fragrance',
    ],
    keyIngredients: ['apricot-kernel-oil', 'rosehip-seed-oil', 'calendula', 'geranium', 'rose'],
    ingredients: [
      'apricot-kernel-oil',
      'jojoba-oil',
      'rosehip-seed-oil',
      'evening-primrose-oil',
      'vitamin-e',
      'calendula',
      'geranium',
      'rose',
    ],
    inci: 'Prunus Armeniaca (Apricot) Kernel Oil, Simmondsia Chinensis (Jojoba) Seed Oil, Rosa Canina Seed Oil, Oenothera Biennis (Evening Primrose) Oil, Tocopherol, Calendula Officinalis Flower Extract, Pelargonium Graveolens Flower Oil, Rosa Damascena Flower Oil, Citronellol*, Geraniol*, Linalool*, Citral*. *Naturally present in the essential oils.',
    howToUse:
      'In the evening, press 3 to 5 drops onto a damp face and neck as the last thing you do. It wears well by day too, under sunscreen.',
    patchTest:
      'Dab a drop on the inside of your elbow, go to bed, and look the next evening. Rose and geranium are essential oils, apricot is a stone fruit, and calendula belongs to the daisy family. Do not use it if the skin has reddened or itches.',
    dropsPerUse: 4,
    usesPerDay: 2,
    skinTypes: ['normal', 'dry', 'mature'],
    concerns: ['dullness', 'fine-lines', 'roughness'],
    scents: ['floral'],
    scent: 'A rose with its leaves still on',
    texture: 'Medium-light, spreads easily',
    absorbsIn: 'Five minutes',
    whenToUse: 'Evening, as the last step',
    feel: [
      'An easy glide. Rose, leaves and all, and a glow you would rather take to bed.',
      'A soft film. It needs five minutes, so brush your teeth first.',
      'Smooth to the touch. Rough spots feel less so, and the pillowcase stays clean.',
    ],
    searchWords: 'bedtime',
  },
  {
    id: 'velvet-contour-serum',
    name: 'Velvet Contour Serum',
    category: 'Firming',
    shortDescription:
      'A satin serum of argan and marula that leaves skin feeling firm and looking smooth. Made for the jaw and neck, welcome anywhere.',
    description:
      'Necks are remembered late. Velvet Contour has the slip for a proper upward massage, two minutes from collarbone to ear, and the substance to leave something behind.\n\n' +
      'Argan and marula give it weight; camellia and squalane keep the weight from showing. Skin feels firm and cushioned and looks more evenly lit along the jaw. It does not lift anything. It makes what is there look well kept.\n\n' +
      'Sandalwood and frankincense, low and dry, in doses a meeting room can live with.',
    prices: { '1oz': 3500, '2oz': 4400 },
    benefits: [
      'Skin feels firmer after massage',
      'Jaw and neck look smoother',
      'Satin finish that sits well under a collar',
      'Generous slip for a two-minute massage',
      'Dry scent of sandalwood and frankincense',
    ],
    keyIngredients: ['argan-oil', 'marula-oil', 'camellia-seed-oil', 'sandalwood', 'frankincense'],
    ingredients: [
      'argan-oil',
      'marula-oil',
      'squalane',
      'camellia-seed-oil',
      'vitamin-e',
      'sandalwood',
      'frankincense',
    ],
    inci: 'Argania Spinosa Kernel Oil, Sclerocarya Birrea Seed Oil, Squalane, Camellia Oleifera Seed Oil, Tocopherol, Santalum Album (Sandalwood) Oil, Boswellia Carterii Oil, Limonene*, Farnesol*, Linalool*. *Naturally present in the essential oils.',
    howToUse:
      'Spread 3 to 5 drops over a slightly damp or moisturized face and neck, then massage upward for two minutes, morning and night. By day, follow with sunscreen.',
    patchTest:
      'Test a drop on your inner arm for 24 hours. Argan counts as a nut and marula as a stone fruit of the cashew family; sandalwood and frankincense are essential oils. If the skin objects, so should you.',
    dropsPerUse: 4,
    usesPerDay: 2,
    skinTypes: ['normal', 'dry', 'mature'],
    concerns: ['firmness', 'fine-lines'],
    scents: ['woody'],
    scent: 'Sandalwood and frankincense, low and dry',
    texture: 'Medium, with slip for massage; satin finish',
    absorbsIn: 'A two-minute massage',
    whenToUse: 'Morning and night',
    feel: [
      'Slip for a massage. Two minutes of upward strokes before it begins to hold.',
      'Satin. Sandalwood, low and dry, and no shine to speak of.',
      'Velvet, as named. Skin feels supple and looks a little firmer.',
    ],
    searchWords: 'jawline, neck, gua sha',
  },
  {
    id: 'first-light-serum',
    name: 'First Light Serum',
    category: 'Brightening',
    shortDescription:
      'An unscented morning serum the color of sunrise, for skin that looks brighter before coffee. Squalane, rosehip and a little sea buckthorn.',
    description:
      'Some mornings a face arrives later than its owner. First Light is squalane and rosehip to soften the surface, camellia for slip, and two percent of sea buckthorn, which is as orange as it sounds.\n\n' +
      'In the dropper the color is alarming. On the face it reads as warmth and evens the look of a sallow morning. Give it two minutes before a white shirt, and start with three drops if you are very fair.\n\n' +
      'No essential oils and no nuts. It smells faintly of fruit skins, then of nothing.',
    prices: { '1oz': 3500, '2oz': 4400 },
    benefits: [
      'Helps dull skin look brighter',
      'Evens the look of a sallow complexion',
      'Feels near-weightless; ready for makeup in minutes',
      'No essential oils, no nuts, no added scent',
    ],
    keyIngredients: ['squalane', 'rosehip-seed-oil', 'camellia-seed-oil', 'sea-buckthorn-oil'],
    ingredients: [
      'squalane',
      'rosehip-seed-oil',
      'camellia-seed-oil',
      'evening-primrose-oil',
      'sea-buckthorn-oil',
      'vitamin-e',
    ],
    inci: 'Squalane, Rosa Canina Seed Oil, Camellia Oleifera Seed Oil, Oenothera Biennis (Evening Primrose) Oil, Hippophae Rhamnoides Fruit Oil, Tocopherol.',
    howToUse:
      'Shake once. Press 3 to 5 drops onto a slightly damp or moisturized face and neck, wait two minutes, then sunscreen. At night it needs nothing on top.',
    patchTest:
      'Leave one drop inside your elbow for 24 hours. Nothing in it is there for scent, but any plant oil can disagree with someone. Expect a faint orange tint at first; what you are looking for is redness or itching.',
    dropsPerUse: 4,
    usesPerDay: 2,
    skinTypes: ['normal', 'dry', 'combination', 'sensitive'],
    concerns: ['dullness', 'uneven-tone'],
    scents: ['unscented'],
    scent: 'A hint of fruit skins, then nothing',
    texture: 'Near-weightless',
    absorbsIn: 'Two minutes',
    whenToUse: 'Morning, under sunscreen; at night on its own',
    feel: [
      'Near weightless. A hint of fruit skins, gone before you have put the cap on.',
      'Gone from sight. Two minutes is all it asks, and the next step can go on.',
      'Awake-looking skin. No scent, no film, a warmer tone in daylight.',
    ],
  },
  {
    id: 'bloomera-hair-skin-restore',
    name: 'Bloomera Hair + Skin Restore',
    category: 'Focus Care',
    shortDescription:
      'Rosemary, jojoba and argan for ends and elbows that need a rest. One oil for lengths, scalp and the dry corners in between.',
    description:
      'We made this for hair. Elbows found it on their own.\n\n' +
      'Jojoba and fractionated coconut keep it light enough for fine hair. Argan and hemp leave lengths looking glossy and feeling soft, and a little tamanu gives it grip on rough skin. Before a wash it makes combing easier; after one, two drops see to the ends.\n\n' +
      'What it restores is the look and feel of hair that has been dried, colored and tied up wet. It will not give you more of it. The scent is rosemary and lavender, brisk at breakfast and soft by noon.',
    prices: { '1oz': 2200, '2oz': 3800, '4oz': 7000 },
    benefits: [
      'Dry lengths look glossy and feel soft',
      'Smooths the look of frizz',
      'Makes wet hair easier to comb',
      'Scalp feels fresh after a massage',
      'Rough elbows and knees feel smoother',
    ],
    keyIngredients: ['jojoba-oil', 'argan-oil', 'hemp-seed-oil', 'tamanu-oil', 'rosemary'],
    ingredients: [
      'jojoba-oil',
      'coconut-oil',
      'argan-oil',
      'hemp-seed-oil',
      'tamanu-oil',
      'vitamin-e',
      'rosemary',
      'lavender',
    ],
    inci: 'Simmondsia Chinensis (Jojoba) Seed Oil, Caprylic/Capric Triglyceride, Argania Spinosa Kernel Oil, Cannabis Sativa Seed Oil, Calophyllum Inophyllum Seed Oil, Tocopherol, Rosmarinus Officinalis (Rosemary) Leaf Oil, Lavandula Angustifolia (Lavender) Oil, Linalool*, Limonene*, Geraniol*. *Naturally present in the essential oils.',
    howToUse:
      'Hair: massage about 10 drops into scalp and lengths, leave for twenty minutes or overnight, shampoo out. On dry ends, two drops are enough and stay in. Skin: rub in wherever it is rough. Keep out of the eyes.',
    patchTest:
      'Put a drop behind your ear and wait 24 hours before it goes near your scalp. It contains argan and tamanu, which may affect people with tree-nut allergies, coconut, and the essential oils of rosemary and lavender. Stop if the skin reddens or itches.',
    dropsPerUse: 10,
    usesPerDay: 1,
    skinTypes: ['normal', 'dry'],
    concerns: ['dry-hair', 'roughness'],
    scents: ['herbal'],
    scent: 'Rosemary and lavender, brisk, then soft',
    texture: 'Light, with some grip',
    absorbsIn: 'A few minutes on skin',
    whenToUse: 'Before a wash, or on damp ends after one',
    feel: [
      'Light, with some grip. Rosemary in the palms; warm it before it touches hair.',
      'Ends lie down. On skin it is nearly gone by now.',
      'Soft, not flat. Hair moves, and the scent has turned to lavender.',
    ],
    searchWords: 'scalp, elbows, beard',
  },
  {
    id: 'barrier-rescue-oil',
    name: 'Barrier Rescue Oil',
    category: 'Focus Care',
    shortDescription:
      'A plain, unscented oil for skin that feels tight, dry and overdone. Jojoba, evening primrose and two steeped flowers; nothing added for scent.',
    description:
      'There are weeks when everything is too much: one active too many, a long flight, an office with the heat on. This is for those weeks.\n\n' +
      'We left out essential oils and nuts and kept seven ingredients whose job is to sit on the surface and slow the loss of moisture. Jojoba and squalane start at once. Evening primrose and hemp feel more like padding. Calendula and chamomile come steeped in the jojoba.\n\n' +
      'It takes a minute or two to sink in. Let it.',
    prices: { '1oz': 3500, '2oz': 4400 },
    benefits: [
      'Tight, dry skin feels comfortable',
      'Helps skin hold on to moisture',
      'Flaky patches look smoother',
      'Goes over moisturizer or under it',
      'No essential oils, no nuts, no added scent',
    ],
    keyIngredients: ['jojoba-oil', 'evening-primrose-oil', 'squalane', 'calendula', 'chamomile'],
    ingredients: [
      'jojoba-oil',
      'evening-primrose-oil',
      'squalane',
      'hemp-seed-oil',
      'vitamin-e',
      'calendula',
      'chamomile',
    ],
    inci: 'Simmondsia Chinensis (Jojoba) Seed Oil, Oenothera Biennis (Evening Primrose) Oil, Squalane, Cannabis Sativa Seed Oil, Tocopherol, Calendula Officinalis Flower Extract, Chamomilla Recutita (Matricaria) Flower Extract.',
    howToUse:
      'Press 4 or 5 drops onto damp skin or over moisturizer, morning and night, and a sixth on whatever feels tight. Not for broken skin.',
    patchTest:
      'Skin that is already irritated deserves the full 24 hours: one drop inside the elbow, then wait. Calendula and chamomile are daisies, so leave this one alone if ragweed bothers you or the spot turns red.',
    dropsPerUse: 5,
    usesPerDay: 2,
    skinTypes: ['normal', 'dry', 'sensitive'],
    concerns: ['dryness', 'roughness'],
    scents: ['unscented'],
    scent: 'A faint green note at first',
    texture: 'Light to medium, soft finish',
    absorbsIn: 'A minute or two',
    whenToUse: 'Morning and night, over or under moisturizer',
    feel: [
      'A soft, even shine. Spreads easily, and for now it looks like oil.',
      'Satin, not slick. Skin feels padded, and makeup can go on.',
      'Nothing to see. No film, no scent. Skin that felt tight feels comfortable.',
    ],
    searchWords: 'winter',
  },
  {
    id: 'floral-wood-body-oil',
    name: 'Floral Wood Body Oil',
    category: 'Body Care',
    shortDescription:
      'Sweet almond and sandalwood with flowers at the edges, worn like a soft shirt after the shower. Dry enough to dress over in three minutes.',
    description:
      'Sandalwood is the shirt. Geranium and ylang-ylang are what somebody left in the pocket.\n\n' +
      'Under the scent is a straightforward body oil: sweet almond for softness, fractionated coconut for speed, jojoba to even out the finish. On damp skin it takes about three minutes and leaves arms and legs looking smooth and faintly lit.\n\n' +
      'The scent stays close. The person next to you gets it; the elevator does not.',
    prices: { single: 4600, size: '4oz' },
    benefits: [
      'Dry arms and legs look smooth',
      'Feels soft, not slick; dressed in three minutes',
      'Lends skin a faint satin sheen',
      'Sandalwood and flowers, worn close',
    ],
    keyIngredients: ['sweet-almond-oil', 'jojoba-oil', 'sandalwood', 'geranium', 'ylang-ylang'],
    ingredients: [
      'sweet-almond-oil',
      'coconut-oil',
      'jojoba-oil',
      'vitamin-e',
      'sandalwood',
      'geranium',
      'ylang-ylang',
    ],
    inci: 'Prunus Amygdalus Dulcis (Sweet Almond) Oil, Caprylic/Capric Triglyceride, Simmondsia Chinensis (Jojoba) Seed Oil, Tocopherol, Santalum Album (Sandalwood) Oil, Pelargonium Graveolens Flower Oil, Cananga Odorata Flower Oil, Citronellol*, Geraniol*, Linalool*, Benzyl Benzoate*, Benzyl Salicylate*, Farnesol*. *Naturally present in the essential oils.',
    howToUse:
      'After a shower, while skin is still damp, smooth half a teaspoon over arms, legs and shoulders. Wet tile gets slick.',
    patchTest:
      'Rub a drop into your forearm and check it a day later. This one has almond, coconut and three essential oils, of which ylang-ylang is the one people notice. Itching or redness means stop.',
    dropsPerUse: 50,
    usesPerDay: 1,
    skinTypes: ['normal', 'dry'],
    concerns: ['dryness'],
    scents: ['woody', 'floral'],
    scent: 'Sandalwood with flowers at the edges, worn close',
    texture: 'Medium, soft, not slick',
    absorbsIn: 'Three minutes',
    whenToUse: 'After the shower, on damp skin',
    feel: [
      'A warm gloss. Medium weight, and sandalwood from the first palmful.',
      'Soft, not slick. Clothes can go on; the flowers are at the edges now.',
      'Close to the skin. You smell it when you move, and nobody else has to.',
    ],
    searchWords: 'gift, perfume, fragrance',
  },
  {
    id: 'vanilla-sun-body-oil',
    name: 'Vanilla Sun Body Oil',
    category: 'Body Care',
    shortDescription:
      'Vanilla pod and golden sea buckthorn in a quick, silky body oil. It smells of warm skin in late August, and contains no sunscreen.',
    description:
      'The sun in the name is a color. Sea buckthorn turns the oil gold and lends bare legs a warm sheen that comes off with the evening shower. It is not a sunscreen and no reason to stay out longer.\n\n' +
      'Fractionated coconut and apricot kernel make it quick: two or three minutes, then clothes, light ones after five. Jojoba keeps it from feeling thin.\n\n' +
      'The vanilla comes from the pod, without the sugar, so there is wood and smoke in it. A dark haze at the bottom is normal; roll the bottle once between your hands.',
    prices: { single: 4800, size: '4oz' },
    benefits: [
      'Lends skin a warm, golden sheen',
      'Feels silky and absorbs in minutes',
      'Dry legs look smoother',
      'Vanilla from the pod, no synthetic fragrance',
    ],
    keyIngredients: ['coconut-oil', 'apricot-kernel-oil', 'sea-buckthorn-oil', 'vanilla'],
    ingredients: ['coconut-oil', 'apricot-kernel-oil', 'jojoba-oil', 'sea-buckthorn-oil', 'vanilla', 'vitamin-e'],
    inci: 'Caprylic/Capric Triglyceride, Prunus Armeniaca (Apricot) Kernel Oil, Simmondsia Chinensis (Jojoba) Seed Oil, Hippophae Rhamnoides Fruit Oil, Vanilla Planifolia Fruit Extract, Tocopherol, Vanillin*. *Naturally present in the vanilla.',
    howToUse:
      'Roll the bottle, then smooth half a teaspoon over damp skin. Let it settle before you put on anything pale. Outdoors, wear it under your sunscreen, not instead of it.',
    patchTest:
      'Leave a drop on your inner arm for 24 hours. Coconut, apricot and vanilla are the likely ones to disagree with you. A little gold is expected; redness is not.',
    dropsPerUse: 50,
    usesPerDay: 1,
    skinTypes: ['normal', 'dry'],
    concerns: ['dullness'],
    scents: ['vanilla'],
    scent: 'From the pod, with wood and smoke in it',
    texture: 'Light, silky',
    absorbsIn: 'Two or three minutes',
    whenToUse: 'Any time, on damp skin; outdoors under sunscreen',
    feel: [
      'Silk and vanilla. From the pod, with smoke in it; a little goes from knee to ankle.',
      'A quiet glow. Dry to the touch, still warm to the nose.',
      'Soft skin. The vanilla stays until the next shower, lower each hour.',
    ],
    searchWords: 'gift, summer, glow',
  },
  {
    id: 'neroli-dusk-body-oil',
    name: 'Neroli Dusk Body Oil',
    category: 'Body Care',
    shortDescription:
      'Orange blossom and lavender in a slow evening body oil. Apricot and camellia underneath, so it ends as softness rather than shine.',
    description:
      'Neroli is two scents, depending on the hour. In the morning it is clean laundry. Toward evening, with lavender behind it and a little sandalwood to hold it down, it is the terrace of a hotel you could not quite afford.\n\n' +
      'Apricot kernel is most of the bottle; camellia and olive squalane keep the feel dry. It is meant for the half hour after a bath. Shoulders, forearms, feet, then socks.\n\n' +
      'By morning the scent is on the pillow and the skin is simply soft.',
    prices: { single: 5200, size: '4oz' },
    benefits: [
      'Leaves skin feeling soft by morning',
      'Dry finish with little shine',
      'Rough heels and elbows feel smoother',
      'Slow enough for an evening massage',
      'Orange blossom, lavender and a little wood',
    ],
    keyIngredients: ['apricot-kernel-oil', 'camellia-seed-oil', 'squalane', 'neroli', 'lavender'],
    ingredients: [
      'apricot-kernel-oil',
      'camellia-seed-oil',
      'squalane',
      'vitamin-e',
      'lavender',
      'neroli',
      'sandalwood',
    ],
    inci: 'Prunus Armeniaca (Apricot) Kernel Oil, Camellia Oleifera Seed Oil, Squalane, Tocopherol, Lavandula Angustifolia (Lavender) Oil, Citrus Aurantium Amara (Bitter Orange) Flower Oil, Santalum Album (Sandalwood) Oil, Linalool*, Limonene*, Geraniol*, Farnesol*. *Naturally present in the essential oils.',
    howToUse:
      'After a bath, smooth half a teaspoon over damp skin and work it in slowly. Give feet the last of it and put on socks.',
    patchTest:
      'One drop inside the elbow tonight, a look tomorrow evening. It holds neroli, lavender and sandalwood oils on a base of apricot, a stone fruit. If the place is red or itching, pass.',
    dropsPerUse: 50,
    usesPerDay: 1,
    skinTypes: ['normal', 'dry'],
    concerns: ['roughness'],
    scents: ['orange-blossom', 'herbal'],
    scent: 'Neroli and lavender over a little sandalwood',
    texture: 'Medium, dry finish',
    absorbsIn: 'Slow enough for a massage',
    whenToUse: 'Evening, after a bath',
    feel: [
      'Slow on purpose. There is time for both feet before it starts to sink.',
      'A dry finish. Orange blossom over lavender; sheets are safe.',
      'Smooth heels and elbows. And a faint reason to sleep.',
    ],
    searchWords: 'gift, bedtime, sleep, feet, heels',
  },
  {
    id: 'orchard-hand-cuticle-oil',
    name: 'Orchard Hand & Cuticle Oil',
    category: 'Body Care',
    shortDescription:
      'Apricot, almond and argan for hands that do the dishes. A small bottle for the desk, the nightstand or the apron pocket.',
    description:
      'Hands are washed, frozen and typed with, and then expected to look nice around a glass. This is oil for them, in a bottle small enough to be where you are.\n\n' +
      'Apricot kernel and sweet almond soften; jojoba and argan leave a finish you can turn a page with. Rubbed into the cuticles, it makes nails look better kept, whether or not they are.\n\n' +
      'No scent added. It smells a little of apricot stones, and that is the orchard.',
    prices: { single: 2600, size: '1oz' },
    benefits: [
      'Dry hands feel soft, not slippery',
      'Cuticles look neat and feel supple',
      'Nails take on a clean, soft sheen',
      'No essential oils, no added scent',
    ],
    keyIngredients: ['apricot-kernel-oil', 'sweet-almond-oil', 'jojoba-oil', 'argan-oil', 'calendula'],
    ingredients: ['apricot-kernel-oil', 'sweet-almond-oil', 'jojoba-oil', 'argan-oil', 'vitamin-e', 'calendula'],
    inci: 'Prunus Armeniaca (Apricot) Kernel Oil, Prunus Amygdalus Dulcis (Sweet Almond) Oil, Simmondsia Chinensis (Jojoba) Seed Oil, Argania Spinosa Kernel Oil, Tocopherol, Calendula Officinalis Flower Extract.',
    howToUse:
      'Two drops on the backs of the hands, rubbed together, then pushed around each nail with the thumb. Repeat after you do the dishes.',
    patchTest:
      'Try it on one wrist and give it a day. Almond and argan are nuts, apricot is a stone fruit and calendula a daisy; if any of those trouble you, choose another bottle. Redness or itching settles the question.',
    dropsPerUse: 2,
    usesPerDay: 3,
    skinTypes: ['normal', 'dry', 'sensitive'],
    concerns: ['hands', 'dryness'],
    scents: ['unscented'],
    scent: 'A hint of apricot pits',
    texture: 'Medium, not slippery',
    absorbsIn: 'A minute or two',
    whenToUse: 'After washing your hands, as often as you like',
    feel: [
      'A drop per hand. Not slippery; you can turn a page.',
      'Gone from the palms. It stays around the nails, where you want it.',
      'Soft cuticles. Until the next time you do the dishes.',
    ],
    searchWords: 'gift, stocking stuffer, nails, manicure',
  },
  {
    id: 'silk-root-hair-oil',
    name: 'Silk Root Hair Oil',
    category: 'Body & Hair',
    shortDescription:
      'Camellia and argan for hair that catches the light instead of everything else. Scented with rosemary and ylang-ylang.',
    description:
      'Camellia oil has been combed through hair in China and Japan for centuries, and nobody has found much to change in the method: a little, warmed in the hand, from the middle down.\n\n' +
      'We thin it with fractionated coconut, so that it rinses clean, and add argan for ends that have met the dryer. Before a wash it makes a scalp massage worth sitting down for. After one, three drops quiet the look of flyaways.\n\n' +
      'Rosemary first, ylang-ylang later. Fine hair should begin with less than seems reasonable.',
    prices: { single: 5600, size: '4oz' },
    benefits: [
      'Hair looks glossy and feels silky',
      'Smooths the look of frizz and flyaways',
      'Makes combing easier, wet or dry',
      'Rinses clean after a pre-wash massage',
      'Rosemary scent that dries down floral',
    ],
    keyIngredients: ['camellia-seed-oil', 'argan-oil', 'coconut-oil', 'rosemary', 'ylang-ylang'],
    ingredients: [
      'coconut-oil',
      'camellia-seed-oil',
      'argan-oil',
      'jojoba-oil',
      'vitamin-e',
      'rosemary',
      'ylang-ylang',
    ],
    inci: 'Caprylic/Capric Triglyceride, Camellia Oleifera Seed Oil, Argania Spinosa Kernel Oil, Simmondsia Chinensis (Jojoba) Seed Oil, Tocopherol, Rosmarinus Officinalis (Rosemary) Leaf Oil, Cananga Odorata Flower Oil, Linalool*, Limonene*, Benzyl Benzoate*, Benzyl Salicylate*, Farnesol*. *Naturally present in the essential oils.',
    howToUse:
      'Before washing: massage 20 drops into scalp and lengths, leave for half an hour, shampoo twice. After washing: three drops through damp ends. Keep out of the eyes.',
    patchTest:
      'A drop behind the ear, a day’s wait. Argan may affect people with tree-nut allergies, the base is coconut, and rosemary and ylang-ylang are essential oils. A red or itching patch means it should not go on your scalp.',
    dropsPerUse: 20,
    usesPerDay: 1,
    skinTypes: [],
    concerns: ['frizz', 'dry-hair'],
    scents: ['herbal', 'floral'],
    scent: 'Rosemary first, ylang-ylang later',
    texture: 'Light, rinses clean',
    absorbsIn: 'Minutes on damp ends',
    whenToUse: 'Before a wash, or through damp ends after one',
    feel: [
      'Light between the palms. Rosemary first; comb it through damp ends.',
      'Frizz lies down. No weight at the roots if you kept away from them.',
      'Smooth, loose hair. The ylang-ylang comes out now, and it rinses clean.',
    ],
    searchWords: 'scalp, curls, split ends',
  },
  {
    id: 'sunday-ritual-oil',
    name: 'Sunday Ritual Oil',
    category: 'Head-to-Toe Care',
    shortDescription:
      'One bottle, head to toe, for the day with nothing in it. Sweet almond and marula, scented with lavender, frankincense and a little geranium.',
    description:
      'Run a bath or do not. Put the phone in another room. Begin at the scalp and work down; there is slip here for an unhurried half hour.\n\n' +
      'Sweet almond and jojoba keep the hands moving, marula leaves skin feeling cushioned, and chamomile, steeped in the jojoba, rounds things off. Skin comes out looking polished. Hair comes out wanting shampoo, so plan for that.\n\n' +
      'Lavender leads and frankincense follows. It also works on Tuesdays.',
    prices: { single: 5800, size: '4oz' },
    benefits: [
      'Skin feels cushioned from neck to heel',
      'Long slip for an unhurried massage',
      'Dry hair feels softer after a pre-wash soak',
      'Leaves skin looking quietly polished',
      'Lavender and frankincense, evening strength',
    ],
    keyIngredients: ['sweet-almond-oil', 'marula-oil', 'chamomile', 'lavender', 'frankincense'],
    ingredients: [
      'sweet-almond-oil',
      'jojoba-oil',
      'marula-oil',
      'vitamin-e',
      'lavender',
      'frankincense',
      'chamomile',
      'geranium',
    ],
    inci: 'Prunus Amygdalus Dulcis (Sweet Almond) Oil, Simmondsia Chinensis (Jojoba) Seed Oil, Sclerocarya Birrea Seed Oil, Tocopherol, Lavandula Angustifolia (Lavender) Oil, Boswellia Carterii Oil, Chamomilla Recutita (Matricaria) Flower Extract, Pelargonium Graveolens Flower Oil, Linalool*, Limonene*, Citronellol*, Geraniol*. *Naturally present in the essential oils.',
    howToUse:
      'Warm half a teaspoon in the palm and massage from the scalp down, over damp or dry skin; add more as you go. Rinse or leave. Wash your hair afterward, and go carefully on wet floors.',
    patchTest:
      'Saturday is a good day for it: one drop inside the elbow, 24 hours. Almond, marula (cashew family), chamomile (daisy family) and three essential oils are in the bottle. Leave it if the skin reddens or itches.',
    dropsPerUse: 50,
    usesPerDay: 1,
    skinTypes: ['normal', 'dry'],
    concerns: ['dryness', 'dry-hair'],
    scents: ['herbal', 'woody'],
    scent: 'Lavender and frankincense, evening strength',
    texture: 'Medium, long slip',
    absorbsIn: 'Half an hour of massage',
    whenToUse: 'An unhurried day, from the scalp down',
    feel: [
      'A long glide. Made for half an hour of massage, scalp included.',
      'Still moving. Lavender and frankincense at evening strength.',
      'Warm and soft all over. Rinse the hair, keep the rest.',
    ],
    searchWords: 'gift, massage, spa, bath, self care',
  },
  {
    id: 'meadow-calm-oil',
    name: 'Meadow Calm Oil',
    category: 'Head-to-Toe Care',
    shortDescription:
      'A fragrance-free oil for face, body and hair, made without the five things people ask us to leave out. No nuts, coconut, essential oils, stone fruit or olive.',
    description:
      'We kept a list of what people asked us to take out. Nuts, coconut, essential oils, stone fruit, olive. Then we made an oil from what remained.\n\n' +
      'What remained is jojoba, camellia and evening primrose, with calendula and chamomile steeped in and vitamin E to keep it fresh. It spreads easily, takes a few minutes, and leaves skin feeling soft and looking settled from scalp to heel.\n\n' +
      'Fragrance-free means that nothing is there for scent. It still smells faintly of hay, as a meadow would. Calendula and chamomile are daisies, so if ragweed bothers you, this is one to pass over.',
    prices: { single: 5400, size: '4oz' },
    benefits: [
      'Dry skin feels soft and comfortable',
      'Skin looks settled and even',
      'One plain oil for face, body and hair',
      'Six ingredients, none of them for scent',
      'No nuts, coconut, stone fruit or olive',
    ],
    keyIngredients: ['jojoba-oil', 'camellia-seed-oil', 'evening-primrose-oil', 'calendula', 'chamomile'],
    ingredients: ['jojoba-oil', 'camellia-seed-oil', 'evening-primrose-oil', 'vitamin-e', 'calendula', 'chamomile'],
    inci: 'Simmondsia Chinensis (Jojoba) Seed Oil, Camellia Oleifera Seed Oil, Oenothera Biennis (Evening Primrose) Oil, Tocopherol, Calendula Officinalis Flower Extract, Chamomilla Recutita (Matricaria) Flower Extract.',
    howToUse:
      'Body: half a teaspoon on damp skin. Face: 3 to 5 drops. Hair: two drops through dry ends. Any time of day.',
    patchTest:
      'Plain is not the same as harmless to all. Leave a drop inside your elbow for 24 hours, and skip this oil if you react to ragweed, daisies or marigolds, or if the spot turns red.',
    dropsPerUse: 50,
    usesPerDay: 1,
    skinTypes: ['normal', 'dry', 'combination', 'sensitive'],
    concerns: ['dryness', 'blotchiness'],
    scents: ['unscented'],
    scent: 'A faint smell of hay',
    texture: 'Light, spreads easily',
    absorbsIn: 'A few minutes',
    whenToUse: 'Any time; face, body and hair',
    feel: [
      'Light and easy. A faint smell of hay, if you look for it.',
      'Nearly gone. Face, arms or ends of hair, it leaves the same soft finish.',
      'Calm, plain skin. Nothing to see and nothing to smell.',
    ],
    searchWords: 'allergy, allergies',
  },
  {
    id: 'tender-bloom-intimate-oil',
    name: 'Tender Bloom Intimate Oil',
    category: 'Intimate Care',
    shortDescription:
      'A soft, unscented moisturizing oil for the bikini line and other delicate external skin. For the outside only; it is not a lubricant.',
    description:
      'Razors, wax and tight seams leave delicate skin dry. This is a moisturizing oil for external skin: the bikini line, the inner thighs, and nothing further in.\n\n' +
      'Five quiet ingredients. Fractionated coconut and jojoba soften, squalane keeps the finish dry, calendula comes steeped in the jojoba, and vitamin E keeps the bottle fresh. No essential oils, no scent.\n\n' +
      'Plainly: this is not a lubricant, and not for internal use. Oil weakens latex condoms and can make them break, so never use the two together.',
    prices: { single: 2400, size: '1oz' },
    benefits: [
      'Dry, delicate skin feels soft',
      'Shaved skin feels comfortable, not tight',
      'Dry finish that does not cling to clothes',
      'No essential oils, no added scent',
    ],
    keyIngredients: ['coconut-oil', 'jojoba-oil', 'squalane', 'calendula'],
    ingredients: ['coconut-oil', 'jojoba-oil', 'squalane', 'vitamin-e', 'calendula'],
    inci: 'Caprylic/Capric Triglyceride, Simmondsia Chinensis (Jojoba) Seed Oil, Squalane, Tocopherol, Calendula Officinalis Flower Extract.',
    howToUse:
      'Smooth 3 or 4 drops over clean, dry external skin once a day. After waxing, wait until the next day. Do not use internally, on broken skin, or with latex condoms or diaphragms.',
    patchTest:
      'Test on your inner forearm for 24 hours before it goes anywhere more delicate. It contains coconut, olive squalane and calendula, a daisy. If there is redness or itching, do not use it; if it appears later, stop and ask a doctor.',
    dropsPerUse: 4,
    usesPerDay: 1,
    skinTypes: ['dry', 'sensitive'],
    concerns: ['shaving'],
    scents: ['unscented'],
    texture: 'Light, dry finish',
    absorbsIn: 'A few minutes',
    whenToUse: 'Once a day, on clean, dry external skin',
    feel: [
      'Light, without scent. Two drops are enough for external skin.',
      'A dry finish. Nothing on the cotton.',
      'Comfortable. Shaved skin feels less tight, and that is all it is for.',
    ],
    searchWords: 'razor, waxing, bikini',
  },
]
