-- Shipping and tax are stated on every page of the shop.
create function rates_changed() returns trigger language plpgsql as $$
begin
  perform notify_pages(array['rates']);
  return null;
end $$;

create trigger rates_changed after insert or update on settings
  for each row when (new.key in ('shipping', 'tax-rates')) execute function rates_changed();
