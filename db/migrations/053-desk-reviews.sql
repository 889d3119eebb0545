create index reviews_withheld on reviews (review_date desc, id) where withheld_reason is not null;
