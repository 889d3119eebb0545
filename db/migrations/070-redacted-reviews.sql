-- '[redacted]' may be longer than what it stands for, ten characters for one at most. Blacking out must not fail for
-- that; what a visitor may send is limited by the form.
alter table reviews
  drop constraint reviews_title_check,
  drop constraint reviews_body_check,
  drop constraint reviews_reviewer_name_check,
  add constraint reviews_title_check check (length(title) between 1 and 1000),
  add constraint reviews_body_check check (length(body) between 1 and 20000),
  add constraint reviews_reviewer_name_check check (length(reviewer_name) between 1 and 500);
