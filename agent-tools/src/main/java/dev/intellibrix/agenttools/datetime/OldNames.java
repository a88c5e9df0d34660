package dev.intellibrix.agenttools.datetime;

import java.time.zone.ZoneRulesProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Names of zones that the IANA database keeps for old programs, with the names that took their place. */
final class OldNames {

    private static final Map<String, String> CURRENT = parse("""
            Asia/Calcutta=Asia/Kolkata Asia/Saigon=Asia/Ho_Chi_Minh Asia/Katmandu=Asia/Kathmandu Asia/Rangoon=Asia/Yangon
            Asia/Dacca=Asia/Dhaka Asia/Macao=Asia/Macau Asia/Thimbu=Asia/Thimphu Asia/Ujung_Pandang=Asia/Makassar
            Asia/Ulan_Bator=Asia/Ulaanbaatar Asia/Tel_Aviv=Asia/Jerusalem Asia/Ashkhabad=Asia/Ashgabat
            Europe/Kiev=Europe/Kyiv Europe/Nicosia=Asia/Nicosia Atlantic/Faeroe=Atlantic/Faroe
            America/Buenos_Aires=America/Argentina/Buenos_Aires America/Indianapolis=America/Indiana/Indianapolis
            America/Louisville=America/Kentucky/Louisville America/Godthab=America/Nuuk Africa/Asmera=Africa/Asmara
            US/Eastern=America/New_York US/Central=America/Chicago US/Mountain=America/Denver US/Pacific=America/Los_Angeles
            US/Arizona=America/Phoenix US/Alaska=America/Anchorage US/Hawaii=Pacific/Honolulu US/Michigan=America/Detroit
            Canada/Atlantic=America/Halifax Canada/Central=America/Winnipeg Canada/Eastern=America/Toronto
            Canada/Mountain=America/Edmonton Canada/Newfoundland=America/St_Johns Canada/Pacific=America/Vancouver
            Australia/ACT=Australia/Sydney Australia/NSW=Australia/Sydney Australia/North=Australia/Darwin
            Australia/Queensland=Australia/Brisbane Australia/South=Australia/Adelaide Australia/Tasmania=Australia/Hobart
            Australia/Victoria=Australia/Melbourne Australia/West=Australia/Perth Brazil/East=America/Sao_Paulo
            Brazil/West=America/Manaus Chile/Continental=America/Santiago Mexico/General=America/Mexico_City
            Cuba=America/Havana Egypt=Africa/Cairo Eire=Europe/Dublin GB=Europe/London Hongkong=Asia/Hong_Kong
            Iceland=Atlantic/Reykjavik Iran=Asia/Tehran Israel=Asia/Jerusalem Jamaica=America/Jamaica Japan=Asia/Tokyo
            Libya=Africa/Tripoli NZ=Pacific/Auckland NZ-CHAT=Pacific/Chatham PRC=Asia/Shanghai Poland=Europe/Warsaw
            Portugal=Europe/Lisbon ROK=Asia/Seoul Singapore=Asia/Singapore Turkey=Europe/Istanbul W-SU=Europe/Moscow
            """);

    private OldNames() {}

    /** The current name of an old one, when there is one that this Java knows. */
    static Optional<String> current(String name) {
        return Optional.ofNullable(CURRENT.get(name))
                .filter(current -> ZoneRulesProvider.getAvailableZoneIds().contains(current));
    }

    /** All of them, the current name by the old one. */
    static Map<String, String> all() {
        return CURRENT;
    }

    private static Map<String, String> parse(String table) {
        Map<String, String> names = new HashMap<>();
        for (String entry : table.strip().split("\\s+", -1)) {
            String[] pair = entry.split("=", 2);
            names.put(pair[0], pair[1]);
        }
        return Map.copyOf(names);
    }
}
