-- The terms of returns are one more of the owner's settings that pages show.
create or replace function shop_settings_changed() returns trigger language plpgsql as $$
begin
  if coalesce(new.key, old.key) in ('business', 'hours', 'social', 'sender', 'inventory', 'reviews', 'notifications', 'delivery', 'returns') then
    perform notify_pages(array['settings']);
  end if;
  return null;
end $$;
