-- The owner's settings are shown on every page of the shop, and every process holds a copy of them.
create function shop_settings_changed() returns trigger language plpgsql as $$
begin
  if coalesce(new.key, old.key) in ('business', 'hours', 'social', 'sender', 'inventory', 'reviews', 'notifications', 'delivery') then
    perform notify_pages(array['settings']);
  end if;
  return null;
end $$;

create trigger shop_settings_changed after insert or update or delete on settings
  for each row execute function shop_settings_changed();
