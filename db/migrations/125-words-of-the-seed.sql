-- Words that shops started with: one of the code's had slipped into the glossary, and two lines weren't American English.
-- What the owner has reworded stays.
update ingredients set summary = 'Shelf life, from sunflowers.' where summary = 'StockUnit life, from sunflowers.';
update collections set eyebrow = 'Where you need it' where eyebrow = 'Where it is needed';
update collections set eyebrow = 'From head to toe' where eyebrow = 'Shoulders to ankles';
