-- A picture for the texts of pages belongs to no product and no collection.
alter table picture_uploads drop constraint picture_uploads_check;
alter table picture_uploads add constraint picture_uploads_target check (num_nonnulls(product_id, collection_id) <= 1) not valid;

-- Every process holds the pictures of published texts. One that is gone must not stay on a page.
create function uploaded_picture_deleted() returns trigger language plpgsql as $$
begin
  perform notify_pages(array['texts', 'catalogue']);
  return null;
end $$;

create trigger uploaded_picture_deleted after delete on uploaded_pictures
  for each statement execute function uploaded_picture_deleted();
