set local lock_timeout = '5s';

-- An account's own key for a vendor, encrypted with a key that is not in the database. `adapter`: the one that it is for,
-- because the id of the provider may be bound to another one meanwhile.
create table provider_keys (
  account_id uuid not null references accounts (id) on delete cascade,
  provider text not null,
  adapter text not null,
  sealed bytea not null,
  ending text not null,
  created_at timestamptz not null,

  constraint an_account_has_one_key_for_a_provider primary key (account_id, provider)
);

-- Whether the vendor was asked with the account's own key, which alone may follow up on that. Null in what an older version
-- has recorded, which knew none.
alter table runs add column account_key boolean;

-- The account whose key deletes it; null: the operator's does.
alter table vendor_artifacts add column account_id uuid;
