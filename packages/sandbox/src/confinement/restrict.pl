# restrict.pl PRCTL FILTER PATH... -- COMMAND...
# Runs a command with a filter of system calls (seccomp) and, if there are paths, with no other files than these, which
# are read-only (Landlock). Perl, because it can make system calls by number and comes with every Debian and Ubuntu.
use strict;
use warnings;
no warnings 'exec';

my ($prctl, $filter) = splice @ARGV, 0, 2;
my @paths;
while (@ARGV && $ARGV[0] ne '--') { push @paths, shift @ARGV }
shift @ARGV;

sub system_call {
    my ($name, $number, @arguments) = @_;
    my $answer = syscall $number, @arguments;
    die "restrict.pl: $name: $!\n" if $answer < 0;
    return $answer;
}

my ($set_parent_death_signal, $set_seccomp, $set_no_new_privileges) = (1, 22, 38);
my ($create_ruleset, $add_rule, $restrict_self) = (444, 445, 446);

system_call('parent death signal', $prctl + 0, $set_parent_death_signal, 9, 0, 0, 0);
system_call('no new privileges', $prctl + 0, $set_no_new_privileges, 1, 0, 0, 0);

# The version of Landlock, or less than 1 where the kernel has none.
my $version = @paths ? syscall($create_ruleset, 0, 0, 1) : 0;
if ($version >= 1) {
    my $files = $version >= 5 ? 0xffff : $version >= 3 ? 0x7fff : $version == 2 ? 0x3fff : 0x1fff;
    my $rules = pack 'Q', $files;
    $rules .= pack 'Q', 3 if $version >= 4;    # TCP: bind and connect
    $rules .= pack 'Q', 3 if $version >= 6;    # abstract sockets and signals of others
    my $ruleset = system_call('Landlock', $create_ruleset, $rules, length $rules, 0);
    my ($execute, $read_file, $read_folder) = (1, 4, 8);
    for my $path (@paths) {
        my ($path_only, $close_on_exec) = (0x200000, 0x80000);
        sysopen my $file, $path, $path_only | $close_on_exec or die "restrict.pl: $path: $!\n";
        my $access = $execute | $read_file | (-d $path ? $read_folder : 0);
        my $rule = pack 'Ql', $access, fileno $file;
        system_call('Landlock', $add_rule, $ruleset, 1, $rule, 0);
    }
    system_call('Landlock', $restrict_self, $ruleset, 0);
}

my $program = join '', map {
    my ($code, $if_true, $if_false, $operand) = split /,/;
    pack 'SCCL', $code, $if_true, $if_false, $operand eq 'own pid' ? $$ : $operand;
} split /;/, $filter;
my $reference = pack 'S x6 P', length($program) / 8, $program;
my $filter_mode = 2;
system_call('seccomp', $prctl + 0, $set_seccomp, $filter_mode, $reference, 0, 0);

exec { $ARGV[0] } @ARGV or die "restrict.pl: $ARGV[0]: $!\n";
