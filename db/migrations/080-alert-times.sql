-- How often an alert was raised while nobody had seen it, such as by how many buyers' browsers.
alter table alerts add column times integer not null default 1;
