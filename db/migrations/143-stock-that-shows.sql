-- Of a count of bottles, pages show whether it is zero, and the home page which are the fewest of those at or below the
-- limit of low stock. An order of a bottle of which many are left changes no page: dropping all pages of the catalog for it
-- left none in memory while many people bought.
create function stock_count_changed() returns trigger language plpgsql as $$
begin
  if exists (
    select from old_rows o full join new_rows n using (product_id, size)
    where o.on_hand is distinct from n.on_hand
      and coalesce(least(o.on_hand, n.on_hand), 0)
        <= coalesce((select (value ->> 'lowAt')::integer from settings where key = 'inventory'), 12)
  ) then perform notify_pages(array['catalogue']); end if;
  return null;
end $$;

create or replace trigger stock_levels_changed after insert or delete on stock_levels
  for each statement execute function catalogue_changed();
create trigger stock_counts_changed after update on stock_levels referencing old table as old_rows new table as new_rows
  for each statement execute function stock_count_changed();
