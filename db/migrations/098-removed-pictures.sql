-- Pictures that the owner took out of the library. Their files stay, so that undo and older versions of a page work.
create table removed_pictures (
  address text primary key references uploaded_pictures on delete cascade,
  removed_at timestamptz not null default now()
);
