-- Set by a restore, which also brings back people who were removed since: only a link from an owner or the command line
-- lets them in again.
alter table operators add column locked_at timestamptz;
