alter table uploaded_pictures validate constraint uploaded_pictures_alt_length;
alter table products validate constraint products_category_length;
alter table products validate constraint products_price_not_negative;
alter table products validate constraint products_sellable;
alter table products validate constraint products_base_price_by_size;
