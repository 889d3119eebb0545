-- Why someone gets no newsletter any more who did not unsubscribe.
alter table subscribers
  add column left_because text check (left_because in ('bounced', 'complained'));
