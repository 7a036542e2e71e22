set local lock_timeout = '5s';

-- Browsers that are signed in. Of the secret in the cookie, only the hash is stored. `account_id`: null for an operator who
-- has no account; `person`: who the identity provider says it is, null for a sign-in by link.
create table sessions (
  id uuid not null,
  hash bytea not null,
  account_id uuid references accounts (id) on delete cascade,
  role text not null,
  person text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,

  constraint session_ids_are_unique primary key (id),
  constraint session_hashes_are_unique unique (hash),
  constraint hash_of_a_session_is_a_sha256 check (octet_length(hash) = 32),
  constraint role_of_a_session_is_known check (role in ('operator', 'member')),
  constraint a_member_has_an_account check (role = 'operator' or account_id is not null)
);
create index sessions_by_expiry on sessions (expires_at);

-- Links that sign a browser in, once: the row is removed by the sign-in.
create table sign_in_links (
  hash bytea not null,
  account_id uuid not null references accounts (id) on delete cascade,
  role text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,

  constraint sign_in_link_hashes_are_unique primary key (hash),
  constraint hash_of_a_sign_in_link_is_a_sha256 check (octet_length(hash) = 32),
  constraint role_of_a_sign_in_link_is_known check (role in ('operator', 'member'))
);
create index sign_in_links_by_expiry on sign_in_links (expires_at);
