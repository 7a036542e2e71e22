set local lock_timeout = '5s';

-- The adapter that has asked the vendor, which alone understands its references: the id of a provider may be bound to
-- another one meanwhile. Null in what an older version has recorded.
alter table runs add column remote_adapter text;
alter table vendor_artifacts add column adapter text;
